// The common parts of pages with a board: the board with a position, the part of it where play
// continues, the moves as buttons, and values in words.
"use strict";

class Table {
  constructor(onPlay) {
    this.view = new BoardView(byId("board"), null, onPlay);
    this.part = null;
    byId("grid").checked = Kept.get("drawing") === "grid";
    this.view.drawing = byId("grid").checked ? "grid" : "tiling";
    byId("grid").addEventListener("change", () => {
      this.view.setDrawing(byId("grid").checked ? "grid" : "tiling");
      Kept.set("drawing", this.view.drawing);
    });
    byId("zoom").checked = Kept.get("zoom") !== "no";
    byId("zoom").addEventListener("change", () => {
      Kept.set("zoom", byId("zoom").checked ? "yes" : "no");
      this.view.setPart(byId("zoom").checked ? this.part : null);
    });
  }

  // scene: as for BoardView, but only {last, captured, offered, values}, because `state` has the
  // rest; and `around`, other positions whose empty points must be visible.
  show(state, scene = {}) {
    this.view.setPicture(Rules.picture(state.board));
    this.part = livelyPart([state.position, ...scene.around || []]);
    byId("zoom-label").hidden = this.part === null;
    this.view.part = byId("zoom").checked ? this.part : null;
    this.view.show({stones: state.stones, chain: state.chain, last: null, captured: [],
                    offered: playable(state), ...scene});
  }
}

// Shows a position on the board while the program is still loading.
function preview(text) {
  const picture = thumbnail(text);
  byId("board").setAttribute("viewBox", picture.getAttribute("viewBox"));
  byId("board").innerHTML = picture.innerHTML;
}

// Returns the moves of a state with their labels.
const playable = (state) => new Map([...state.moves].map(([place, {captured}]) =>
    [place, "Play " + place + (captured.length ? ", capturing " + listed(captured) : "")]));

// Returns the smallest rectangle around all points that are empty in any of the positions: {left,
// right, bottom, top}; null if it is most of the board.
function livelyPart(texts) {
  const {width, height} = partsOf(texts[0]);
  const part = {left: width, right: -1, bottom: height, top: -1};
  for (const text of texts) {
    partsOf(text).rows.forEach((row, fromTop) => {
      const first = row.indexOf(".");
      if (first < 0) return;
      const y = height - 1 - fromTop;
      part.left = Math.min(part.left, Math.max(first - 1, 0));
      part.right = Math.max(part.right, Math.min(row.lastIndexOf(".") + 1, width - 1));
      part.bottom = Math.min(part.bottom, Math.max(y - 1, 0));
      part.top = Math.max(part.top, Math.min(y + 1, height - 1));
    });
  }
  const points = (part.right - part.left + 1) * (part.top - part.bottom + 1);
  return points > 0 && points < 0.6 * width * height ? part : null;
}

// moves: [{by, move, note, isPrefix}], the last two optional; at: the number of moves on the board.
function showMoveList(moves, at, goTo) {
  const list = byId("moves");
  const hadFocus = list.contains(document.activeElement);
  list.replaceChildren(...moves.map(({by, move, note, isPrefix}, i) => {
    const item = element("li", `${i + 1}. `);
    const button = element("button", move, {title: `${names[by]}, move ${i + 1}`, type: "button",
                                            class: by + (isPrefix ? " prefix" : "")});
    if (i + 1 === at) button.setAttribute("aria-current", "step");
    button.addEventListener("click", () => goTo(i + 1));
    item.append(button);
    if (note) item.append(element("span", note, {class: "note"}));
    return item;
  }));
  const marked = list.querySelector("[aria-current]");
  if (!marked) return;
  list.scrollTop = marked.offsetTop - list.offsetTop - list.clientHeight / 2;
  if (hadFocus) marked.focus({preventScroll: true});
}

// Returns text that names the side to move, or the winner.
const turnText = (state) => state.winner ?
    `${names[state.winner]} has joined ${sides[state.winner]} and wins.` : `${names[state.toMove]} to move.`;

// Returns the style of a mark on the board: the value of a move for its player.
const kindOf = (answer, mover) => answer.value === "unknown" ? "open" : answer.value === "draw" ?
    "even" : answer.value[0] === mover ? "good" : "bad";

// Returns the solver's progress as text.
const progressText = ({known, done, searching, seconds}) => {
  const work = searching ? `${done.toLocaleString("en")} nodes searched` :
      `${done.toLocaleString("en")} of ${known.toLocaleString("en")} positions`;
  return `Solving: ${work}, ${seconds.toFixed(1)} s; time left not known.`;
};

// Binds keys to functions, except where another element needs these keys.
function onKeys(acts) {
  document.addEventListener("keydown", (event) => {
    const isOwn = event.target.closest("input, select, textarea, summary, .scroll:focus");
    const isPressed = event.key === " " && event.target.closest("button, a");
    if (!acts[event.key] || isOwn || isPressed) return;
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    acts[event.key]();
  });
}
