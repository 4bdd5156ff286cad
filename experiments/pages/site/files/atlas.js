// The atlas: a list of all patterns, and a view of the pattern that the address names.
"use strict";

(() => {
  const kAtFirst = 20;  // fills a screen
  const kAtOnce = 100;

  const area = (board) => {
    const [width, height] = board.split("x").map(Number);
    return width * height * 100 + width;
  };
  const patterns = onyxPatternList.map(([name, number, position, boards, least], index) => ({
    index, name, number, title: `Pattern ${number}`, position, boards, least,
    classes: Object.values(boards).reduce((sum, count) => sum + count, 0),
    first: Object.keys(boards).sort((a, b) => area(a) - area(b))[0],
  }));
  const countsOf = (pattern) => Object.entries(pattern.boards).sort((a, b) => area(a[0]) - area(b[0]))
      .map(([board, count]) => `${board}:\u00a0${count}`);
  const boardsOf = (pattern) => countsOf(pattern).join(", ");
  // There is room for three boards under a picture.
  const firstBoardsOf = (pattern) => {
    const counts = countsOf(pattern);
    const shown = counts.length > 4 ? [...counts.slice(0, 3), `${counts.length - 3}\u00a0boards more`] : counts;
    return shown.join(", ");
  };

  // A link that consists of a picture with a text below it.
  function picture(position, href, name, text) {
    const link = element("a", null, {href, title: position});
    link.append(thumbnail(position), element("strong", name));
    if (text) link.append(element("span", text));
    return link;
  }

  // Fills the box with pictures: some at once, more when the reader asks. `make` makes picture i.
  function fill(box, button, count, make) {
    let shown = 0;
    const showMore = (some) => {
      const end = Math.min(count, shown + some);
      box.append(...Array.from({length: end - shown}, (_, i) => make(shown + i)));
      shown = end;
      button.hidden = shown === count;
      button.textContent = `Show more (${count - shown} left)`;
    };
    box.replaceChildren();
    button.onclick = () => {
      const next = shown;
      showMore(kAtOnce);
      if (button.hidden) box.children[next].focus();
    };
    showMore(kAtFirst);
  }

  // --- The list ----------------------------------------------------------------------------------

  const boards = [...new Set(patterns.flatMap((p) => Object.keys(p.boards)))]
      .sort((a, b) => area(a) - area(b));
  byId("board").append(element("option", "all", {value: ""}), ...boards.map((board) =>
      element("option", `${board} (${patterns.filter((p) => board in p.boards).length})`,
              {value: board})));

  function isWanted(pattern, board, where) {
    if (board !== "" && !(board in pattern.boards)) return false;
    if (where === "first") return board === "" || pattern.first === board;
    return where !== "only" || Object.keys(pattern.boards).length === 1;
  }

  function showAll(wishes) {
    const board = boards.includes(wishes.get("board")) ? wishes.get("board") : "";
    const where = ["first", "only"].includes(wishes.get("where")) ? wishes.get("where") : "";
    byId("board").value = board;
    byId("where").value = where;
    for (const [name, shown] of Object.entries({board, where})) {
      const asked = wishes.get(name) || "";
      if (asked !== shown) Address.complain(`No pattern is found by ${name} ${quoted(asked)}. Here are all.`);
    }
    const chosen = patterns.filter((p) => isWanted(p, board, where));
    byId("count").textContent = `${chosen.length} of ${patterns.length} patterns.`;
    fill(byId("patterns"), byId("more"), chosen.length, (i) => picture(
        chosen[i].position, "#at=" + chosen[i].number, chosen[i].title, firstBoardsOf(chosen[i])));
    setReady(true);
  }

  // --- One pattern -------------------------------------------------------------------------------

  function addFact(term, text) {
    byId("facts").append(element("dt", term), element("dd", text));
  }

  function addRelated(title, indices) {
    if (indices.length === 0) return;
    const box = element("div", null, {class: "pictures"});
    const more = element("button", "");
    byId("related").append(element("h2", `${title}: ${indices.length}`), box, more);
    fill(box, more, indices.length, (i) => {
      const other = patterns[indices[i]];
      return picture(other.position, "#at=" + other.number, other.title, "");
    });
  }

  function showOne(pattern) {
    byId("title").textContent = pattern.title;
    document.title = "Onyx: pattern " + pattern.number;
    byId("picture").replaceChildren(thumbnail(pattern.position));
    byId("facts").replaceChildren();
    byId("related").replaceChildren();
    byId("classes").replaceChildren();
    addFact("Positions, by board", boardsOf(pattern));
    addFact("Least ones", String(pattern.least));
    addFact("Its smallest", pattern.position);
    addFact("Name for programs", pattern.name);
    Pieces.item("patterns", onyxPatternsPerFile, pattern.index).then((view) => {
      fill(byId("classes"), byId("more-classes"), view.classes.length, (i) => {
        const [board, number, position, isLeast] = view.classes[i];
        return picture(position, `position.html#at=${board}-${number}`, `${board} no. ${number}`,
                       isLeast ? "least" : "");
      });
      addRelated("Patterns inside it", view.contains);
      addRelated("Patterns that it is inside", view.inside);
      setReady(true);
    }, (error) => {
      addFact("Not everything is here", error.message);
      setReady(false);
    });
  }

  // --- The address -------------------------------------------------------------------------------

  function readAddress() {
    const wishes = Address.read();
    const named = wishes.get("at");
    const pattern = patterns.find((p) => String(p.number) === named || p.name === named);
    byId("one").hidden = !pattern;
    byId("all").hidden = Boolean(pattern);
    window.scrollTo(0, 0);
    if (pattern) return showOne(pattern);
    showAll(wishes);
    if (named) byId("count").textContent = `There is no pattern ${quoted(named)} here. Choose one of these.`;
  }
  function writeAddress() {
    const values = {board: byId("board").value, where: byId("where").value};
    Address.write(values);
    showAll(new URLSearchParams(values));
  }
  byId("filters").addEventListener("change", writeAddress);
  byId("filters").addEventListener("submit", (event) => event.preventDefault());
  byId("filters").addEventListener("reset", () => setTimeout(writeAddress));
  window.addEventListener("hashchange", readAddress);
  readAddress();
})();
