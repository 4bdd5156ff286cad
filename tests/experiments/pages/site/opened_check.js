// Checks a page opened by a malformed address, or on a site with files missing. given: {says: a
// part of the page's message, board: whether the page shows a board}.
await tryOut("the page says it", async () => {
  const said = () => document.body.innerText;
  await until(() => said().includes(given.says), `${given.says}; it says: ${said()}`, 20);
  const offers = byTag("#board .offer").filter((offer) => offer.getClientRects().length > 0);
  expect(offers.length > 0 === given.board, `${offers.length} places on a board`);
  expect(document.documentElement.scrollWidth <= innerWidth, "wider than the screen");
});
