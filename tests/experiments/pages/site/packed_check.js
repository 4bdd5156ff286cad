// Tests the page of a position with a compact certificate. Such a certificate leaves out positions
// that its owner wins within three plies, but the page must answer there, too.
const click = (id) => byId(id).click();
const status = () => byId("status").textContent;
const data = await Positions.certificateOf(Positions.named(Address.read().get("at")));

await tryOut("the cycle leads back to the start", () => {
  for (let i = 0; i < data.line.prefix.length + data.line.cycle.length; ++i) click("next");
  expect(status().includes(`The position of ${data.line.cycle.length} moves ago is back`), status());
});
for (const side of ["V", "H"]) {
  await tryOut(`nobody beats the certificate as ${side}`, () => {
    let random = 1;
    let beaten = 0;  // games that the certificate's side won
    click("tab-" + side);
    for (let round = 0; round < 60; ++round) {
      expect(!status().includes(`${names[side]} has joined`), "the certificate was beaten");
      if (status().includes("has joined")) {
        ++beaten;
        click("restart");
        continue;
      }
      expect(status().includes(`Your turn as ${names[side]}`), status());
      const offers = byTag("#board .offer");
      random = (random * 1103515245 + 12345) % 2147483648;
      offers[(random >> 8) % offers.length].dispatchEvent(new MouseEvent("click", {bubbles: true}));
    }
    expect(beaten > 0, "no game came to an end");
  });
}
await tryOut("the referee judges it, the bytes of the pack", async () => {
  click("check");
  await until(() => !byId("checked").textContent.includes("reads"), byId("checked").textContent);
  const said = byId("checked").textContent;
  const isRight = said.startsWith("accepted: draw; ") && said.endsWith(data.position);
  expect(onyxJudgesAllKinds ? isRight : said.startsWith("not judged"), said);
});
