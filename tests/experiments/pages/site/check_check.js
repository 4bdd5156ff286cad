// Makes the page check files. given: [[name, bytes in base64, the line that onyx-check prints],
// ...].
await tryOut("the verdicts of onyx-check", async () => {
  expect(given.length > 0, "no files");
  for (const [name, packed, line] of given) {
    const bytes = Uint8Array.from(atob(packed), (letter) => letter.charCodeAt(0));
    const transfer = new DataTransfer();
    transfer.items.add(new File([bytes], name));
    byId("files").files = transfer.files;
    byId("verdicts").replaceChildren();
    byId("files").dispatchEvent(new Event("change"));
    await until(() => byTag("#verdicts li").some((li) => !li.textContent.includes("reads")), name);
    // The position must be drawn exactly if the verdict names one.
    const [, begin, claim, position, plies] =
        /^(.*: accepted: )(draw|cycle|[VH] wins); ([^;]*)(?:; game of (\d+) plies from \S+)?$/.exec(line) || [];
    const said = byTag("#verdicts li")[0].firstChild.textContent;
    if (claim) {
      const words = claim === "cycle" ? "play can come back to the position" : inWords(claim);
      expect(said.startsWith(`${begin}${words}; `) && / (Black|White) to move/.test(said), `${said}, not ${line}`);
      expect(said.includes(" from a game of ") === Boolean(plies) && said.includes(plies ? ` ${plies} move` : ""), said);
      expect(byTag("#verdicts code")[0].textContent === position, `another position than ${line}`);
    } else {
      expect(byId("verdicts").textContent === line, `${byId("verdicts").textContent}, not ${line}`);
    }
    expect((byTag("#verdicts .thumbnail circle").length > 0) === Boolean(claim && !/^open:/.test(position)),
           `the board of ${line}`);
    expect((byTag("#verdicts .thumbnail").length > 0) === Boolean(claim), `the board of ${line}`);
  }
});
