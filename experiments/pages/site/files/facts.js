// The facts about a page's position, and its proof: the certificate, which the referee can check
// here or elsewhere.
"use strict";

// `data`: the part of the certificate that the site stores.
function showFacts(data, entry) {
  const {record} = data;

  function addFact(name, value, link) {
    const term = document.createElement("dt");
    term.textContent = name;
    const text = document.createElement("dd");
    if (link) {
      const anchor = document.createElement("a");
      anchor.href = link;
      anchor.textContent = value;
      text.append(anchor);
    } else {
      text.textContent = value;
    }
    byId("facts").append(term, text);
  }

  byId("claim").textContent =
      `${names[entry.position.slice(-1)]} is to move. Neither player can force a win: with correct play this game never ` +
      `ends. Proved by a strategy for each player that is never beaten.`;
  addFact("Stones", `${record.stones.V} black, ${record.stones.H} white` +
      (record.stones.midpoints ? `, ${record.stones.midpoints} of them on midpoints` : ""));
  addFact("Empty points", record.empty);
  addFact("Places that can ever change", record.arena.points + record.arena.midpoints);
  addFact("Shortest cycle", `${counted(record.cycle)}, captures in ${listed(record.squares)}` +
      (record.double_captures ? `, ${record.double_captures} double` : ""));
  addFact("Freedom", record.freedom === 0 ?
      "0: every move of it is the only one that does not lose" :
      `other moves along it that do not lose: ${record.freedom}`);
  addFact("Positions that correct play can go round in", record.class_size);
  addFact("Side to move fits a game that Black began", record.suits_v_first ? "yes" : "no");
  addFact("Known game that leads here", record.game || "none");
  if (entry.pattern !== null) {
    addFact("Pattern", `pattern ${entry.pattern}: others of the same kind`, "atlas.html#at=" + entry.pattern);
  }
  addFact("Name for programs", entry.name);
  addFact("Certificate", `${data.record.file} of the collection`);
  addFact("To check it without this site", `save it, then: ${data.check}`);
  byId("text").value = data.position;
  byId("cycle-text").textContent = [...data.line.prefix, ...data.line.cycle].join(" ");
}

// The compiled referee judges the certificate; readers can also save it for another checker.
function showProof(data, {entries}, certificate) {
  byId("entries").textContent = `The certificate holds an answer in ${entries} positions` +
      (data.saved.endsWith(".certz") ? "; where two moves of the winner are enough, it needs none. " : ". ");
  byId("check").addEventListener("click", () => Program.judge(certificate));
  byId("save").addEventListener("click", () => download(data.saved, certificate));
}
