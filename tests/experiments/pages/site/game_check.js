// Steps through the games with one mistake. given: the expected value of onyxGames.
await tryOut("the game is played through", async () => {
  expect(onyxGames.length === given.length, "not all games");
  const {mistake, winner, moves, prefix, cycle} = onyxGames[0];
  expect(byId("about").textContent.includes(`at move ${mistake}`), byId("about").textContent);
  expect(byId("value").textContent === `Value: ${names[winner]} wins`, byId("value").textContent);
  for (let ply = 1; ply <= moves.length + prefix.length + cycle.length; ++ply) {
    byId("next").click();
    const value = ply < mistake ? `${names[winner]} wins` : "draw";
    expect(byId("value").textContent === `Value: ${value}`, `ply ${ply}: ${byId("value").textContent}`);
    expect(byId("status").textContent.includes("the mistake") === (ply === mistake), `ply ${ply}`);
  }
  expect(byId("status").textContent.includes("is back"), byId("status").textContent);
  byId("next").click();
  expect(byId("slider").value === String(moves.length + prefix.length + 1), "the cycle once more");
  byId("mistake").click();
  expect(byId("slider").value === String(mistake), "the mistake");
});
await tryOut("another game is chosen", async () => {
  byId("game").value = "1";
  byId("game").dispatchEvent(new Event("change"));
  expect(byId("about").textContent.includes(`at move ${onyxGames[1].mistake}`), "another game");
});
