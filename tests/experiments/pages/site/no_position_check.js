// The address names no position, so the page must say so and set data-ready.
await tryOut("a name that the site does not know is told", () => {
  expect(document.documentElement.dataset.ready === "no", "not marked");
  expect(byId("claim").textContent.includes("names no position"), byId("claim").textContent);
  expect(byId("claim").textContent.includes("12x12-0"), byId("claim").textContent);
  expect(byId("claim").querySelector("a[href='repetitions.html']"), "no way to the list");
  expect(byId("playing").hidden, "there is a board");
  expect(byId("content").hidden, "there is something about no position");
});
