// Small pictures of positions, made from the position text alone.
"use strict";

// Returns the parts of a position's text: {width, height, rows: texts of "V", "H" and "." from the
// top, midpoints: Map from name to player, toMove}.
function partsOf(text) {
  const [rows, midpoints, toMove] = text.split(" ");
  const full = rows.split("/").map((row) => row.replace(/\d+/g, (count) => ".".repeat(count)));
  return {width: full[0].length, height: full.length, rows: full, toMove,
          midpoints: new Map(midpoints === "-" ? [] :
              midpoints.split(",").map((item) => item.split(":")))};
}

// Draws V's stones dark, H's light. innerHTML gets only numbers, no text from outside.
function thumbnail(text) {
  const {width, height, rows, midpoints} = partsOf(text);
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("class", "thumbnail");
  svg.setAttribute("viewBox", `-0.7 -0.7 ${width + 0.4} ${height + 0.4}`);
  svg.setAttribute("aria-hidden", "true");
  const stone = (x, y, player, radius) =>
      `<circle cx="${x}" cy="${y}" r="${radius}" class="${player}" stroke-width="0.12"/>`;
  const lines = `<path d="${rows.map((_, y) => `M0 ${y}H${width - 1}`).join("")}` +
      `${[...rows[0]].map((_, x) => `M${x} 0V${height - 1}`).join("")}" ` +
      'stroke="#8a94a0" stroke-width="0.05" fill="none"/>';
  const stones = rows.flatMap((row, y) => [...row].map((letter, x) =>
      letter === "." ? "" : stone(x, y, letter === "V" ? "V" : "H", 0.36)));
  for (const [name, player] of midpoints) {
    const x = name.charCodeAt(0) - 65 + 0.5;
    // "BC12": the first half of the digits is the lower row, which has as many digits as the upper
    // row, or one fewer.
    const digits = name.slice(2);
    const row = Number(digits.slice(0, Math.floor(digits.length / 2)));
    stones.push(stone(x, height - row - 0.5, player, 0.26));
  }
  svg.innerHTML = lines + stones.join("");
  return svg;
}
