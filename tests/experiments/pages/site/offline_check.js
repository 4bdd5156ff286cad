// Tests that the site works without its server after one visit of the start page. offline.js serves it.
await tryOut("the worker keeps the site", () =>
    until(() => navigator.serviceWorker.controller, "no worker took over", 120));
await tryOut("the server stops", async () => {
  const ask = () => fetch("stop", {method: "POST"});  // the worker does not keep the answers to POST
  await ask();
  expect(!await ask().then(() => true, () => false), "it still answers");
});
// Opens a page in a frame. Returns its document, once the page is ready.
async function visit(page) {
  const frame = element("iframe", null, {src: page, width: 390, height: 844});
  document.body.append(frame);
  const inside = () => frame.contentDocument;  // null for the browser's own page about the failure
  await until(() => inside()?.URL.includes(page) && inside().readyState === "complete", page + " does not open", 30);
  return inside();
}
await tryOut("the start page captures", async () => {
  const page = await visit("index.html");
  page.getElementById("try-B5").click();
  expect(page.getElementById("try-text").textContent.includes("captures A5 and B4"), "no capture");
});
await tryOut("the rules have their pictures and style", async () => {
  const page = await visit("how-to-play.html");
  expect(byTag("img", page).length > 3 && byTag("img", page).every((one) => one.naturalWidth > 0), "a picture lacks");
  expect(getComputedStyle(page.querySelector("nav")).display === "flex", "no style");
});
await tryOut("the opponent answers a move", async () => {
  const page = await visit("play.html");
  await until(() => page.querySelector(".offer[data-place=C3]"), "no board", 30);
  page.querySelector(".offer[data-place=C3]").dispatchEvent(new MouseEvent("click", {bubbles: true}));
  await until(() => byTag("#moves button", page).length === 2, "no answer", 60);
});
