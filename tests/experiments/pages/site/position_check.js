// Tries out the page of a position with a proof game, as a reader would: clicks and keys.
"use strict";

{
  const data = JSON.parse(document.getElementById("data").textContent);
  const byId = (id) => document.getElementById(id);
  const click = (id) => byId(id).click();
  const press = (key, target = document.body) => target.dispatchEvent(
      new KeyboardEvent("keydown", {key, bubbles: true, cancelable: true}));
  const board = Onyx.makeBoard(data.record.board);
  const status = () => byId("status").textContent;

  // The stones that are drawn, as "x y V" in order.
  function drawn(drawing = "tiling") {
    const spots = onyxPicture[drawing].spots;
    const groups = [...byId("board").querySelectorAll("g[transform]")];
    const found = [];
    const scratch = document.createElementNS("http://www.w3.org/2000/svg", "g");
    for (const player of ["V", "H"]) {
      scratch.innerHTML = onyxPicture.stones[player];
      for (const group of groups) {
        if (group.innerHTML === scratch.innerHTML) {
          found.push(group.getAttribute("transform") + " " + player);
        }
      }
    }
    return {
      is: (text) => {
        const {stones} = Onyx.parsePosition(board, text);
        const expected = [...stones].map(
            ([place, player]) => `translate(${spots[place].join(" ")}) ${player}`);
        return JSON.stringify(expected.sort()) === JSON.stringify(found.sort());
      },
    };
  }

  tryOut("the cycle leads back to the start", () => {
    expect(drawn().is(data.position), "the position is not drawn");
    const plies = data.line.prefix.length + data.line.cycle.length;
    for (let i = 0; i < plies; ++i) {
      expect(!status().includes("is back"), "back too early");
      click("next");
      expect(drawn().is(data.position) === (i + 1 === plies), `ply ${i + 1}`);
    }
    expect(status().includes(`The position of ${data.line.cycle.length} plies ago is back`),
           status());
    click("next");
    expect(byId("slider").value === String(data.line.prefix.length + 1), "no second round");
  });

  tryOut("keys step", () => {
    press("Home");
    expect(byId("slider").value === "0", "Home");
    press("ArrowRight");
    press("ArrowRight");
    expect(byId("slider").value === "2", "right");
    press("ArrowLeft");
    expect(byId("slider").value === "1", "left");
    press("End");
    expect(drawn().is(data.position), "End");
    press(" ");
    expect(byId("run").textContent === "stop", "space does not start");
    press(" ");
    expect(byId("run").textContent === "run", "space does not stop");
  });

  tryOut("the game leads to the position", () => {
    click("tab-game");
    expect(drawn().is(data.game.setup), "the setup");
    byId("slider").value = data.game.moves.length;
    byId("slider").dispatchEvent(new Event("input", {bubbles: true}));
    expect(drawn().is(data.position), "the end");
    expect(byId("moves").children.length === data.game.moves.length, "the moves");
  });

  tryOut("the square grid", () => {
    click("tab-cycle");
    click("grid");
    expect(drawn("grid").is(data.position), "on");
    click("grid");
    expect(drawn().is(data.position), "off");
  });

  tryOut("a part of the board", () => {
    const whole = byId("board").getAttribute("viewBox");
    expect(!byId("zoom-label").hidden, "not offered");
    click("zoom");
    expect(byId("board").getAttribute("viewBox") !== whole, "the same view");
    click("zoom");
    expect(byId("board").getAttribute("viewBox") === whole, "another view");
  });

  // Plays at random against the certificate; the legal moves are found by the rules.
  function playAgainst(side, rounds) {
    let random = 1;
    const offers = () => [...byId("board").querySelectorAll(".offer")];
    let wins = 0;
    let repeats = 0;
    click("tab-" + side);
    for (let round = 0; round < rounds; ++round) {
      expect(!status().includes(`${side} has joined`), "the certificate was beaten");
      if (status().includes("has joined")) {
        ++wins;
        expect(offers().length === 0, "moves after the end");
        expect(byId("board").querySelector(".chain"), "the chain is not shown");
        click("restart");
        continue;
      }
      if (status().includes("play has come round")) ++repeats;
      expect(status().includes(`Your turn as ${side}`), status());
      expect(offers().length > 0, "nothing to play");
      random = (random * 1103515245 + 12345) % 2147483648;
      const before = byId("moves").children.length;
      const offer = offers()[(random >> 8) % offers().length];
      if (round % 2) {
        offer.dispatchEvent(new MouseEvent("click", {bubbles: true}));
      } else {
        press("Enter", offer);
      }
      expect(byId("moves").children.length > before, "the move was not made");
    }
    expect(wins + repeats > 0, "no game came to an end");
  }
  for (const side of ["V", "H"]) {
    tryOut(`nobody beats the certificate as ${side}`, () => playAgainst(side, 60));
  }

  tryOut("another move on the cycle", () => {
    click("tab-cycle");
    click("next");
    click("branch");
    const mover = data.position.endsWith("V") ? "H" : "V";
    expect(status().includes(`Your turn as ${mover}`), status());
    expect(byId("moves").children.length === 1, "the moves before are not kept");
    byId("board").querySelector(".offer").dispatchEvent(new MouseEvent("click", {bubbles: true}));
    expect(status().startsWith(`You (${mover}) play`), status());
  });

  tryOut("what is no legal move is ignored", () => {
    click("tab-H");
    const before = byId("board").innerHTML;
    for (const group of byId("board").querySelectorAll(":scope > :not(.offer)")) {
      group.dispatchEvent(new MouseEvent("click", {bubbles: true}));
    }
    expect(byId("board").innerHTML === before, "something happened");
  });

  tryOut("arrows on the board choose, elsewhere they step", () => {
    click("tab-H");
    const offer = () => byId("board").querySelector('.offer[tabindex="0"]');
    const places = new Set();
    const slider = byId("slider").value;
    offer().focus();
    for (const key of ["ArrowLeft", "ArrowUp", "ArrowRight", "ArrowDown", "ArrowRight"]) {
      press(key, offer());
      places.add(offer().dataset.place);
      expect(document.activeElement === offer(), "the focus is elsewhere");
    }
    expect(places.size > 1, "always the same place");
    expect(byId("slider").value === slider, "it stepped");
    press(" ", offer());
    expect(byId("board").contains(document.activeElement) || status().includes("has joined"),
           "the focus is lost");
  });

  tryOut("advice, and a move taken back", () => {
    click("restart");
    click("hint");
    expect(status().includes("would play"), status());
    const moves = byId("moves").children.length;
    byId("board").querySelector(".offer").dispatchEvent(new MouseEvent("click", {bubbles: true}));
    click("first");
    expect(drawn().is(data.position), "not taken back");
    expect(byId("moves").children.length > moves, "the moves are gone");
  });

  tryOut("the strategies are checked", () => {
    click("check");
    const text = byId("checked").textContent;
    for (const side of ["V", "H"]) {
      const entries = Object.keys(data.strategies[side]);
      expect(text.includes(`${side}: has a move in each of ${entries.length} positions`), text);
      // Without any one of its entries, or with another move, the check fails.
      const position = Onyx.parsePosition(board, data.position);
      const fails = (strategy) => {
        try {
          checkStrategy(board, position, side, strategy);
          return false;
        } catch {
          return true;
        }
      };
      for (const entry of entries) {
        const {[entry]: move, ...rest} = data.strategies[side];
        expect(fails(rest), "not missed: " + entry);
        expect(fails({...rest, [entry]: move + "*"}), "a wrong mark at " + entry);
      }
    }
  });

  tryOut("the rules", () => expect(checkRules(Onyx, vectors) > 0, "no vectors"));
}
