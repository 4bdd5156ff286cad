// Makes the page check files. given: [[name, bytes in base64, the line that onyx-check prints],
// ...].
await tryOut("the words of onyx-check", async () => {
  expect(given.length > 0, "no files");
  for (const [name, packed, line] of given) {
    const bytes = Uint8Array.from(atob(packed), (letter) => letter.charCodeAt(0));
    const transfer = new DataTransfer();
    transfer.items.add(new File([bytes], name));
    byId("files").files = transfer.files;
    byId("verdicts").replaceChildren();
    byId("files").dispatchEvent(new Event("change"));
    await until(() => byTag("#verdicts li").some((li) => !li.textContent.includes("reads")), name);
    expect(byId("verdicts").textContent === line, `${byId("verdicts").textContent}, not ${line}`);
    // The position must be drawn exactly if the verdict names one.
    const isNamed = /: accepted: (draw|cycle|[VH] wins); /.test(line);
    expect((byTag("#verdicts .thumbnail circle").length > 0) === (isNamed && !/; open:\S+$/.test(line)),
           `the board of ${line}`);
    expect((byTag("#verdicts .thumbnail").length > 0) === isNamed, `the board of ${line}`);
  }
});
