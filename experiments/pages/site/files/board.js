// The board on a page: stones and marks over a picture drawn by the program, and places that can be
// clicked, touched, or reached with the keyboard.
"use strict";

// `picture` is the program's answer to "picture": the background and the spots of the places in
// both drawings, and the stones. Calls `onPlay(place)` when the reader chooses an offered place.
class BoardView {
  constructor(svg, picture, onPlay) {
    this.svg = svg;
    this.picture = picture;
    this.onPlay = onPlay;
    this.drawing = "tiling";
    this.part = null;  // the visible points: {left, right, bottom, top}, from 0; null if all
    this.scene = null;
    this.focused = null;  // the offered place that the Tab key reaches
    this.column = null;   // the x that up and down arrows keep to
    svg.addEventListener("click", (event) => this.choose(event));
    svg.addEventListener("keydown", (event) => this.steer(event));
  }

  setDrawing(drawing) {
    this.drawing = drawing;
    if (this.scene) this.show(this.scene);
  }

  setPart(part) {
    this.part = part;
    if (this.scene) this.show(this.scene);
  }

  setPicture(picture) {
    if (this.picture === picture) return;
    this.picture = picture;
    this.part = null;
    this.scene = null;
    this.focused = null;
  }

  // scene: {stones, last: place or null, captured: [places], chain: [places] of the winner,
  // offered: Map from place to label, values: optional Map from place to {mark, kind}}
  show(scene) {
    const hadFocus = this.svg.contains(document.activeElement);
    this.scene = scene;
    const {background, spots} = this.picture[this.drawing];
    const at = (place, content, attributes = "") =>
        `<g transform="translate(${spots[place].join(" ")})" ${attributes}>${content}</g>`;
    const parts = [background];
    const through = scene.chain.map((place) => spots[place].join(" ")).join(" ");
    if (through) parts.push(`<polyline class="chain" points="${through}"/>`);
    for (const [place, player] of scene.stones) parts.push(at(place, this.picture.stones[player]));
    for (const place of scene.captured) {
      if (!scene.stones.has(place)) {
        parts.push(at(place, '<circle class="captured" r="15"/>'));
      }
    }
    if (scene.last) parts.push(at(scene.last, '<circle class="last" r="21"/>'));
    if (!scene.offered.has(this.focused)) this.focused = this.nearestOffered(this.focused) || this.focused;
    for (const [place, label] of scene.offered) {
      const mark = label.includes("captur") ?
          '<circle class="dot" r="9"/><path class="takes" d="M-4 -4L4 4M-4 4L4 -4"/>' :
          '<circle class="dot" r="6"/>';
      const value = scene.values && scene.values.get(place);
      const shown = value ?
          `<circle class="value ${value.kind}" r="17"/><text class="mark">${value.mark}</text>` : mark;
      const tab = place === this.focused ? 0 : -1;
      parts.push(at(place, `<title>${label}</title><circle class="target" r="26"/>${shown}`,
                    `class="offer" role="button" tabindex="${tab}" data-place="${place}" ` +
                        `aria-label="${label}${value ? ": " + value.mark : ""}"`));
    }
    parts.push(this.frame());
    // Keeps the targets, 52 units wide, large enough to touch; a board too large for the screen
    // scrolls. A mouse on a wide screen can hit smaller targets, so most boards fit there.
    const {width, height} = this.svg.viewBox.baseVal;
    const size = matchMedia("(pointer: coarse), (max-width: 55.99rem)").matches ? 40 : 24;
    this.svg.style.minWidth = width * size / 52 + "px";
    this.svg.style.minHeight = height * size / 52 + "px";
    this.svg.innerHTML = parts.join("");
    if (hadFocus && this.focused) this.focus(this.focused);
    this.scroll();
  }

  // Lets a board wider than the screen scroll in its frame, also by keys, and shows the last move.
  scroll() {
    const frame = this.svg.parentElement;
    const isWide = frame.scrollWidth > frame.clientWidth;
    for (const [name, value] of [["tabindex", 0], ["role", "group"], ["aria-label", "Frame of the board, to scroll"]]) {
      if (isWide) frame.setAttribute(name, value); else frame.removeAttribute(name);
    }
    const mark = this.svg.querySelector(".last");
    if (!isWide || !mark) return;
    const [around, {left, right}] = [frame, mark].map((one) => one.getBoundingClientRect());
    if (left < around.left || right > around.right) {
      frame.scrollLeft += (left + right - around.left - around.right) / 2;
    }
  }

  // Sets the visible part. Returns SVG that labels its columns and rows; "" for the whole board.
  frame() {
    const {width, height, unit} = this.picture;
    if (!this.part) {
      this.svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
      return "";
    }
    const {left, right, bottom, top} = this.part;
    const box = {x: unit * left, y: height - unit * (top + 2),
                 width: unit * (right - left + 2), height: unit * (top - bottom + 2)};
    this.svg.setAttribute("viewBox", `${box.x} ${box.y} ${box.width} ${box.height}`);
    const strip = 0.55 * unit;
    const far = width + height;  // beyond the box, because the element may be wider than the box
    const parts = [];
    for (const [x, y, wide, high] of [
           [box.x, box.y, box.width, strip],
           [box.x, box.y + box.height - strip, box.width, strip],
           [box.x - far, box.y, strip + far, box.height],
           [box.x + box.width - strip, box.y, strip + far, box.height]]) {
      parts.push(`<rect class="strip" x="${x}" y="${y}" width="${wide}" height="${high}"/>`);
    }
    const name = (x, y, text) => `<text class="name" x="${x}" y="${y}">${text}</text>`;
    for (let column = left; column <= right; ++column) {
      const x = unit * (column + 1);
      const letter = "ABCDEFGHIJKLMNOPQRST"[column];
      parts.push(name(x, box.y + strip / 2, letter));
      parts.push(name(x, box.y + box.height - strip / 2, letter));
    }
    for (let row = bottom; row <= top; ++row) {
      const y = height - unit * (row + 1);
      parts.push(name(box.x + strip / 2, y, row + 1));
      parts.push(name(box.x + box.width - strip / 2, y, row + 1));
    }
    return parts.join("");
  }

  focus(place) {
    for (const offer of this.svg.querySelectorAll(".offer")) {
      const isIt = offer.dataset.place === place;
      offer.setAttribute("tabindex", isIt ? "0" : "-1");
      if (isIt) offer.focus();
    }
    this.focused = place;
  }

  choose(event) {
    const offer = event.target.closest(".offer");
    if (offer) this.onPlay(offer.dataset.place);
  }

  // Enter and the space bar play the focused place; arrow keys move the focus.
  steer(event) {
    const offer = event.target.closest(".offer");
    if (!offer || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === "Enter" || event.key === " ") {
      this.onPlay(offer.dataset.place);
    } else if (event.key.startsWith("Arrow")) {
      const next = this.neighbour(offer.dataset.place, event.key);
      if (next) this.focus(next);
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }

  // Returns the offered place to which an arrow leads. Left and right visit all places, row by row;
  // up and down stay as close as possible to the column where they began.
  neighbour(from, key) {
    const {spots} = this.picture.grid;
    const places = [...this.scene.offered.keys()]
        .sort((a, b) => spots[a][1] - spots[b][1] || spots[a][0] - spots[b][0]);
    const onward = key === "ArrowRight" || key === "ArrowDown" ? 1 : -1;
    if (key === "ArrowLeft" || key === "ArrowRight") return places[places.indexOf(from) + onward];
    const [x, y] = spots[from];
    // A midpoint is half a unit to the right of the point at its lower left.
    if (Math.abs(x - this.column) > 0.6 * this.picture.unit) this.column = x;
    return this.least(places.filter((place) => onward * (spots[place][1] - y) > 0),
        (place) => onward * (spots[place][1] - y) + 0.9 * Math.abs(spots[place][0] - this.column));
  }

  // Returns the offered place nearest to `from` or, without it, to the middle of the board.
  nearestOffered(from) {
    const {spots} = this.picture[this.drawing];
    const [x, y] = from ? spots[from] : [this.picture.width / 2, this.picture.height / 2];
    return this.least([...this.scene.offered.keys()], (place) => Math.hypot(spots[place][0] - x, spots[place][1] - y));
  }

  // Returns the first place of lowest cost; null if there are no places.
  least(places, cost) {
    return places.reduce((best, place) => best === null || cost(place) < cost(best) ? place : best, null);
  }
}
