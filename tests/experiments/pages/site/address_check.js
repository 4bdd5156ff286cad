// Follows addresses in a page that is open. given: [[the part after the #, a part of what the page
// says of it, or ""], ...]; after each the address is one that is all right.
const said = () => document.body.innerText;
async function follow(fragment) {
  let isThere = false;
  window.addEventListener("hashchange", () => isThere = true, {once: true});
  location.hash = fragment;
  await until(() => isThere, "the address " + fragment, 20);
}
await tryOut("every address is answered", async () => {
  for (const [fragment, words] of given) {
    await follow(fragment);
    await until(() => said().includes(words) && byId("complaint").hidden === (words === ""),
                `${fragment}: ${words}; it says: ${byId("complaint").textContent}`, 20);
    expect(byId("missing").hidden, `${fragment}: ${byId("missing").textContent}`);
    const board = byId("board");
    expect(!(board instanceof SVGElement) || board.querySelector(".offer, .chain"),
           `${fragment}: no board`);
    await follow("");
    await until(() => byId("complaint").hidden, "the complaint stays", 20);
  }
});
