// The start page: a capture to try, and the picture of the game with one mistake.
"use strict";

(() => {
  const board = byId("try-board");
  const spots = [byId("try-B5"), byId("try-C3")];
  function show(picture, text) {
    const isStart = picture === "capture.svg";
    board.src = picture;
    byId("try-text").textContent = text;
    byId("try-again").hidden = isStart;
    for (const spot of spots) spot.hidden = !isStart;
    (isStart ? spots[0] : byId("try-again")).focus({preventScroll: true});
  }
  const invitation = byId("try-text").textContent;
  spots[0].addEventListener("click", () => show("capture-after.svg",
      "Black captures A5 and B4: B5 and A4 are Black's, and the middle of the square is empty."));
  spots[1].addEventListener("click", () => show("double-capture-after.svg",
      "White captures four stones at once: C3 completes two squares."));
  byId("try-again").addEventListener("click", () => show("capture.svg", invitation));

  const [game] = onyxGames;
  byId("mistake-door").hidden = game === undefined;
  if (game !== undefined) byId("mistake-door").prepend(thumbnail(game.position));
  setReady(true);
})();
