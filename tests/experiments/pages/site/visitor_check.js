// Does what visitors of the open page do: finds things by their words and touches them where they
// are visible. given: the certificate, in base64, that the page of a position saves.
const name = location.pathname.split("/").pop();
const status = () => byId("status").textContent;
const moves = () => byTag("#moves button").length;
// Returns the point where a touch reaches the element; null if it is hidden or covered.
function pointOf(element) {
  element.scrollIntoView({block: "center"});
  const {left, top, width, height} = element.getBoundingClientRect();
  const there = document.elementFromPoint(left + width / 2, top + height / 2);
  return width * height > 0 && there && element.contains(there) ? there : null;
}
// Touches the button, link or place whose text is, or begins with, these words.
function push(words) {
  const named = byTag("button, a, summary, .offer").filter((one) =>
      [one.textContent.trim(), one.getAttribute("aria-label") || ""].some((text) =>
          text === words || text.startsWith(words + ",") || text.startsWith(words + ":")));
  const points = named.filter((one) => !one.disabled && one.getAttribute("aria-disabled") !== "true").map(pointOf).filter((point) => point);
  expect(points.length === 1, `${points.length} visible “${words}”`);
  points[0].dispatchEvent(new MouseEvent("click", {bubbles: true, cancelable: true}));
}
function enter(label, value) {
  const field = byTag("label").filter((one) => one.textContent.trim().startsWith(label))
      .map((one) => one.querySelector("input, select, textarea")).find((one) => one && pointOf(one));
  expect(field, `no visible field “${label}”`);
  field.value = value;
  field.dispatchEvent(new Event("change", {bubbles: true}));
}
const read = (words) => expect(document.body.innerText.includes(words), `“${words}” is not to be read`);
// Asks for a hint and returns the move that it names.
async function hint(button) {
  byId("status").textContent = "";
  const told = () => (status().match(/(?:would play|A move:|It is) (\w+)\**\.$/) || [])[1];
  for (let i = 0; i < 4 && !told(); ++i) {
    push(button);
    if (name === "play.html") await until(told, "a hint", 60);
  }
  return told();
}
const tasks = {
  "index.html": [["try a capture, and see where to go", () => {
    push("Black plays B5");
    read("Black captures A5 and B4");
    for (const door of ["Play", "Puzzles", "Openings", "Repetitions", "Proofs"]) {
      expect(byTag(".doors a").some((a) => a.innerText.startsWith(door) && pointOf(a)), "no door " + door);
    }
  }]],
  "play.html": [["play a move, and have it answered", async () => {
    push("Play C3");
    await until(() => moves() === 2 && status().startsWith("White plays"), "an answer", 60);
  }], ["find a rule while playing", () => {
    expect(!document.body.innerText.includes("A move captures if"), "open from the start");
    push("The rules in short");
    read("A move captures if");
  }], ["play at level 1 and win, with hints", async () => {
    enter("Columns", 4);
    enter("Rows", 4);
    push("New board");
    enter("Opponent", 1);
    for (let ply = 1; !status().includes("has joined"); ply += 2) {
      push("Play " + await hint("Hint"));
      await until(() => status().includes("has joined") || moves() === ply + 1, "its answer", 60);
    }
    expect(status().includes("Black has joined bottom and top and wins"), status());
    enter("Opponent", "");
  }], ["take a move back", () => {
    push("New board");
    push("Play B2");
    push("Take back");
    read("Black to move");
    push("Play B2");  // B2 is free again
  }], ["share a position by its link", async () => {
    push("New board");
    push("Play B2");
    push("Play C3");
    await until(() => location.hash.includes("B2+C3"), "the address", 5);
    const link = location.hash;
    push("New board");
    await until(() => !location.hash.includes("B2"), "another address", 5);
    location.hash = link;
    await until(() => moves() === 2 && status().startsWith("White plays C3"), "the position again", 5);
  }], ["paste a game and have it analysed", async () => {
    enter("Position or game", "1. b2 c3 2. a1 d4 3. b3 d3 4. b4");
    push("Show it");
    push("Analyse the game");
    await until(() => byId("summary").textContent.includes("Mistakes of"), "the analysis", 60);
    expect(byTag("#moves .note").some(pointOf), "no values at the moves");
  }]],
  "puzzles.html": [["fail a puzzle and see why", async () => {
    enter("Kind", "win");
    await until(() => byId("demand").textContent.includes("to play and connect"), "a puzzle", 20);
    const right = await hint("A hint");
    for (const offer of byTag("#board .offer")) {
      if (offer.dataset.place === right) continue;
      push(offer.getAttribute("aria-label"));
      if (byId("status").className === "failed") break;
      push("Start again");
    }
    read("does not do it");
    expect(moves() === 2, "no refutation");
    push("Try again");
    expect(moves() === 0, "not at the puzzle");
  }], ["solve a puzzle and go on to the next", async () => {
    const [before] = byId("about").textContent.split(",");
    while (byId("status").className !== "solved") push("Play " + await hint("A hint"));
    push("Next");
    await until(() => !byId("about").textContent.startsWith(before), "the next one", 20);
  }]],
  "openings.html": [["find who wins after E1 on Mini-Onyx", async () => {
    read("Mini-Onyx");
    push("Play E1");
    await until(() => status().includes("Black wins, whatever is played"), status(), 20);
  }]],
  "game.html": [["step through the game with one mistake", () => {
    for (let ply = 1; !status().includes("This is the mistake"); ++ply) {
      read("Value: Black wins");
      expect(ply < 60, "no mistake");
      push("One move on");
    }
    read("Value: draw");
  }]],
  "position.html": [["save a certificate", async () => {
    let saved = null;
    const make = URL.createObjectURL;
    URL.createObjectURL = (blob) => make.call(URL, saved = blob);
    push("Save the certificate");
    const letters = [...new Uint8Array(await saved.arrayBuffer())].map((byte) => String.fromCharCode(byte));
    expect(btoa(letters.join("")) === given, "other bytes");
  }]],
  "check.html": [["check the saved certificate", async () => {
    expect(pointOf(byId("files")), "no field for files");
    const bytes = Uint8Array.from(atob(given), (letter) => letter.charCodeAt(0));
    const transfer = new DataTransfer();
    transfer.items.add(new File([bytes], "saved.cert.json"));
    byId("files").files = transfer.files;
    byId("files").dispatchEvent(new Event("change"));
    await until(() => byId("verdicts").innerText.includes("accepted: draw; "), byId("verdicts").innerText, 60);
  }]],
};
for (const [task, act] of tasks[name]) await tryOut(task, act);
