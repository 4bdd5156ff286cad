// Words for numbers, lists and values, and functions that all pages need.
"use strict";

const byId = (id) => document.getElementById(id);
const counted = (number) => number + (number === 1 ? " move" : " moves");
// Returns text from outside, quoted and shortened for a sentence.
const quoted = (text) => `“${text.length > 40 ? text.slice(0, 40) + "…" : text}”`;
const listed = (words) => words.length < 2 ? words.join("") :
    words.slice(0, -1).join(", ") + " and " + words[words.length - 1];
const sides = {V: "bottom and top", H: "left and right"};
// Records call the sides V and H, for vertical and horizontal; people say Black and White.
const names = {V: "Black", H: "White"};
// Returns how many moves the winner makes in a win that takes `number` plies.
const ownMoves = (number) => Math.ceil(number / 2);
// Rewords the program's text: "V wins", "H to play and connect in 7 plies at the latest".
const inWords = (text) => text.replace(/\b[VH]\b/g, (side) => names[side])
    .replace(/ (in|for) (\d+) plies( at the latest)?/, (_, word, number) => ` ${word} ${counted(ownMoves(number))}`);

// Returns the name of a setup: "Mini-Onyx, 6x6", "8x8, standard", "5x5, empty".
function setupTitle(setup) {
  const [kind, board] = setup.split(":");
  return setup === "standard:6x6" ? "Mini-Onyx, 6x6" :
      `${board}, ${kind === "open" ? "empty" : "standard"}`;
}

// Returns an answer of the solver in words: "Black wins in 4 moves", "draw".
function valueText(answer) {
  if (answer.value === "unknown") return answer.reason ? `not known (${answer.reason})` : "not known";
  if (answer.value === "draw") return "draw";
  const wins = `${names[answer.value[0]]} wins`;
  if (answer.distance) return `${wins} in ${counted(ownMoves(answer.distance))}`;
  return answer.distance !== 0 && answer.distance_at_most ?
      `${wins} in at most ${counted(ownMoves(answer.distance_at_most))}` : wins;
}
// Returns an answer of the solver in a few characters, for the board: "B4", "W", "=".
function valueMark(answer) {
  if (answer.value === "unknown") return "?";
  if (answer.value === "draw") return "=";
  return names[answer.value[0]][0] + (answer.distance === undefined ? "" : ownMoves(answer.distance));
}

function element(tag, text, attributes = {}) {
  const made = document.createElement(tag);
  if (text !== null) made.textContent = text;
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  return made;
}

// Returns a promise that the script has been loaded.
const loadScript = (src) => new Promise((resolve, reject) => {
  const script = element("script", null, {src});
  script.onload = resolve;
  script.onerror = () => reject(new Error(`${src} is missing`));
  document.head.append(script);
});

// Marks the page as ready: everything that it shows at first is present, or a message says what is
// missing. Only then, and after the page has loaded, fetches the rest of the site.
function setReady(isWhole) {
  document.documentElement.dataset.ready = isWhole ? "yes" : "no";
  performance.mark("ready");
  if (!location.protocol.startsWith("http")) return;
  const worker = navigator.serviceWorker;
  const keep = () => worker?.register("offline.js").catch(() => {});
  // Pieces loaded before the worker could cache them, such as puzzles/3.js.
  worker?.addEventListener("controllerchange", () => performance.getEntriesByType("resource")
      .filter(({name}) => /\/\d+\.js$/.test(name)).forEach(({name}) => fetch(name).catch(() => {})));
  if (document.readyState === "complete") keep(); else window.addEventListener("load", keep);
}

// Shows unforeseen errors, so that no page stays blank without explanation: a missing script, and
// errors that nothing catches. (If a page is opened from a folder, browsers report neither which
// error it was nor that a promise failed.)
function tellFault(text) {
  const missing = byId("missing");
  if (!missing.hidden) return;  // the first fault causes the others
  missing.textContent = `Not everything works here: ${text}.`;
  missing.hidden = false;
  setReady(false);
}
window.addEventListener("error", ({target, message}) => {
  if (target === window) return tellFault(/^Script error/.test(message) ? "a script failed" : message);
  // pieces.js reports errors of the scripts that it loads; they are not in the body.
  if (target.parentNode === document.body) tellFault(`${target.getAttribute("src")} is missing`);
}, true);
window.addEventListener("unhandledrejection", ({reason}) => tellFault(reason.message || reason));

// Storage that outlives the page. Browsers may forbid it, for example for pages opened as files.
const Kept = {
  get(key) {
    try {
      return localStorage.getItem("onyx-" + key);
    } catch {
      return null;
    }
  },
  set(key, value) {
    try {
      localStorage.setItem("onyx-" + key, value);
    } catch {
    }
  },
};

// The values after the # of the address, by name. Browsers ignore pages that change the address too
// often, as a running game does, so this code changes it at most ten times a second.
const Address = (() => {
  let unwritten = null;  // the new text, not yet written
  let before = null;     // the address when `unwritten` was set
  let timer = null;
  function put() {
    timer = null;
    // If the address has changed since, the reader has moved on.
    if (unwritten === null || location.hash !== before) {
      unwritten = null;
      return;
    }
    history.replaceState(null, "", unwritten);
    unwritten = null;
    timer = setTimeout(put, 100);
  }
  // Says which part of an address cannot be shown; "" removes the message.
  function complain(text) {
    byId("complaint").textContent = text;
    byId("complaint").hidden = text === "";
  }
  window.addEventListener("hashchange", () => {
    unwritten = null;
    complain("");
  });
  return {
    complain,
    read: () => new URLSearchParams((unwritten ?? location.hash).slice(1)),
    // Returns the ply in the address; null if there is none.
    ply() {
      const text = Address.read().get("ply");
      return text !== null && /^\d+$/.test(text) ? Number(text) : null;
    },
    write(values) {
      complain("");
      const search = new URLSearchParams();
      for (const [name, value] of Object.entries(values)) {
        if (value !== null && value !== "" && value !== undefined) search.set(name, value);
      }
      unwritten = "#" + search;
      before = location.hash;
      if (timer === null) put();
    },
  };
})();

// Offers text or bytes as a file to download.
function download(name, content) {
  const link = element("a", "", {download: name});
  link.href = URL.createObjectURL(new Blob([content], {type: typeof content === "string" ? "application/json" : "application/octet-stream"}));
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
