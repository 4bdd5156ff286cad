// Follows each address on an open page, then the page's own address. given: pairs of the part after
// the # and a part of the page's complaint, or "" for none.
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
