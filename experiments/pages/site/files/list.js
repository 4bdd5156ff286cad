// The positions of the site, out of the short lines of positions.js, and their certificates, which
// are loaded when they are asked for.
"use strict";

const Positions = (() => {
  const list = onyxPositions.map((line, index) => {
    const [sum, position, points, midpoints, classSize, cycle, freedom, squares, doubles, game,
           pattern] = line;
    const parts = partsOf(position);
    const count = (letter) => parts.rows.join("").split(letter).length - 1;
    const onMidpoints = (player) => [...parts.midpoints.values()].filter((p) => p === player).length;
    const stones = {V: count("V") + onMidpoints("V"), H: count("H") + onMidpoints("H")};
    const board = `${parts.width}x${parts.height}`;
    return {
      index, position, board, name: `${board}-${sum}`, stones: stones.V + stones.H,
      empty: count("."), arena: points + midpoints, classSize, cycle, freedom, squares, doubles,
      fits: ((stones.V - stones.H) % 2 === 0) === (parts.toMove === "V"),
      game: game && `${game === "o" ? "open" : "standard"}:${board}`,
      pattern: pattern === 0 ? null : onyxPatterns[pattern - 1],
    };
  });
  const waiting = new Map();  // by number of a file: who waits for what is in it

  // What a file in certificates/ calls.
  function receive(number, certificates) {
    for (const use of waiting.get(number) || []) use(certificates);
    waiting.delete(number);
  }
  // The certificate of a position of the list, as the site keeps it.
  function certificateOf({index}) {
    const number = Math.floor(index / onyxPerFile);
    return new Promise((resolve, reject) => {
      const use = (certificates) => resolve(certificates[index % onyxPerFile]);
      if (waiting.has(number)) return waiting.get(number).push(use);
      waiting.set(number, [use]);
      const script = element("script", null, {src: `certificates/${number}.js`});
      script.onerror = () => reject(new Error(`certificates/${number}.js is missing`));
      document.head.append(script);
    });
  }
  return {list, receive, certificateOf, named: (name) => list.find((p) => p.name === name)};
})();
