// Judges files that the reader chooses or drops, one at a time, in a worker.
"use strict";

// Files that arrive before the program is ready wait for it.
Program.start(() => {
  byId("large").hidden = typeof onyxJudgesAllKinds === "undefined" || !onyxJudgesAllKinds;
  Program.prepare();
});
(() => {
  // Returns the position that a setup's name stands for; returns a position unchanged.
  const canonical = (text) => text.includes(":") && !text.includes(" ") ?
      Program.ask({ask: "position", text}).position : text;

  async function judge(files) {
    for (const file of files) {
      const line = element("li", `${file.name}: the referee reads…`);
      byId("verdicts").append(line);
      const bytes = new Uint8Array(await file.arrayBuffer());
      const verdict = await Program.work({bytes}, ({percent}) => {
        line.textContent = `${file.name}: the referee reads, ${percent} % done…`;
      }).answer;
      Program.showVerdict(line, verdict, `${file.name}: `);
      line.className = verdict.fault ? "" : verdict.accepted ? "accepted" : "rejected";
      if (verdict.position) line.append(thumbnail(canonical(verdict.position)));
    }
  }
  byId("files").addEventListener("change", (event) => judge([...event.target.files]));
  // Accepts files anywhere, because a file dropped beside the field would replace the page.
  document.addEventListener("dragover", (event) => event.preventDefault());
  document.addEventListener("drop", (event) => {
    event.preventDefault();
    judge([...event.dataTransfer.files]);
  });
})();
