// Goes to the end of each given line of play and compares the page's text there with onyx query.
await tryOut("the page says what onyx query says", async () => {
  for (const {setup, moves, answer} of given) {
    const line = [setup, ...moves].join(" ");
    location.hash = "#" + new URLSearchParams({at: setup, moves: moves.join(" ")});
    const end = [setupTitle(setup), ...moves].join(" ") + ". ";
    const status = () => byId("status").textContent;
    await until(() => status().startsWith(end) && !byId("proof").hidden, line, 20)
        .catch((fault) => expect(false, `${fault.message}: ${status()}`));
    const [, move] = / The proof plays (\S+)\.$/.exec(status()) || [];
    expect(move === answer.move, `${line}: ${status()}, not ${answer.move}`);
    const replies = byTag("#values li").map((li) => /^(\S+): .*; answer (\S+)$/.exec(li.textContent))
        .filter((found) => found).map(([, reply, own]) => `${reply} ${own}`);
    const wanted = (answer.replies || []).map((one) => `${one.reply} ${one.answer}`);
    expect(replies.sort().join() === wanted.sort().join(), `${line}: ${replies}, not ${wanted}`);
  }
});
