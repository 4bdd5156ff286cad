// Tests the package onyx-game as users have it: unpacked into node_modules, in Node and Chromium.
//   node package_test.mjs BUILD ONYX ONYX_CHECK
// Exit: 0 all passed, 1 some failed, 77 experiments/npm/make has not been run for BUILD.
import assert from "node:assert/strict";
import {execFileSync, spawn, spawnSync} from "node:child_process";
import fs from "node:fs";
import http from "node:http";
import os from "node:os";
import path from "node:path";
import {createInterface} from "node:readline";
import {after, test} from "node:test";
import {pathToFileURL} from "node:url";

const [build, program, checker] = process.argv.slice(2);
const tests = path.dirname(path.dirname(path.resolve(process.argv[1])));
const folder = path.join(build, "npm");
const packed = (fs.existsSync(folder) ? fs.readdirSync(folder) : []).filter((name) => name.endsWith(".tgz"));
if (packed.length !== 1) {
  console.log("experiments/npm/make has not been run");
  process.exit(process.env.CI ? 1 : 77);
}

const home = fs.mkdtempSync(path.join(os.tmpdir(), "onyx-npm-"));
const place = path.join(home, "node_modules", "onyx-game");
fs.mkdirSync(place, {recursive: true});
execFileSync("tar", ["-xzf", path.join(folder, packed[0]), "-C", place, "--strip-components=1"]);
fs.writeFileSync(path.join(home, "user.mjs"), 'export * from "onyx-game";');
const exported = await import(pathToFileURL(path.join(home, "user.mjs")));
const {OnyxError, fromAbstractPlay, load, setupOf, toAbstractPlay} = exported;
const onyx = await load();
after(() => {
  onyx.close();
  fs.rmSync(home, {recursive: true, force: true});
});

// The random numbers are equal in all runs.
let seed = 1;
const random = (below) => {
  seed = (Math.imul(seed, 1103515245) + 12345) >>> 0;
  return Math.floor(seed / 4294967296 * below);
};

/** The states of a random game, as far as its end or `plies`. */
function randomGame(setup, plies = 1000) {
  const states = [onyx.position(setup)];
  while (!states.at(-1).winner && states.length <= plies) {
    const {position, moves} = states.at(-1);
    states.push(onyx.play(position, moves[random(moves.length)].move));
  }
  return states;
}

/** Positions in which few places are free, so that each takes milliseconds. */
function crowdedPositions(count) {
  const positions = new Set();
  const boards = ["3x3", "4x3", "4x4", "5x4", "5x5", "6x6"];
  for (let i = 0; positions.size < count; ++i) {
    for (const {position} of randomGame(`open:${boards[i % boards.length]}`).slice(-6, -1)) positions.add(position);
  }
  return [...positions].slice(0, count);
}

test("it is small, and holds what it must", () => {
  const bytes = fs.statSync(path.join(folder, packed[0])).size;
  console.log(`${packed[0]}: ${bytes} bytes`);
  assert.ok(bytes < 300_000);
  for (const name of ["LICENSE", "README.md", "index.js", "index.d.ts", "program.js", "worker.js", "onyx.wasm"]) {
    assert.ok(fs.existsSync(path.join(place, name)), name);
  }
  assert.match(JSON.parse(fs.readFileSync(path.join(place, "package.json"))).version, /^[1-9]\d*\.\d+\.\d+$/);
});

test("the types name what there is", () => {
  const types = fs.readFileSync(path.join(place, "index.d.ts"), "utf8");
  const names = [...types.matchAll(/^export (?:function|class|const) (\w+)/gm)].map((found) => found[1]);
  assert.deepEqual(names.sort(), Object.keys(exported).sort());
  const [, methods] = /interface Onyx \{(.*?)^\}/ms.exec(types);
  assert.deepEqual([...methods.matchAll(/^  (\w+)\(/gm)].map((found) => found[1]).sort(), Object.keys(onyx).sort());
  const [, state] = /interface State \{(.*?)^\}/ms.exec(types);
  assert.deepEqual([...state.matchAll(/^  (\w+):/gm)].map((found) => found[1]).sort(),
                   Object.keys(onyx.position("open:3x3")).sort());
  const tsc = spawnSync("tsc", ["--strict", "--noEmit", path.join(place, "index.d.ts")], {encoding: "utf8"});
  if (!tsc.error) assert.equal(tsc.status, 0, tsc.stdout);
});

test("values are those of onyx solve", {timeout: 300_000}, async () => {
  const positions = crowdedPositions(300);
  assert.equal(positions.length, 300);
  const lines = execFileSync(program, ["solve", "--json", "--threads", "1", "--time-limit", "60", "-"],
      {input: positions.join("\n") + "\n", encoding: "utf8", timeout: 60_000});
  const expected = lines.trim().split("\n").map((line) => JSON.parse(line));
  const values = new Set();
  for (const [i, position] of positions.entries()) {
    const found = await onyx.solve(position, {seconds: 60, megabytes: 64});
    assert.notEqual(found.value, "unknown", position);
    assert.deepEqual([found.position, found.value, found.distance],
                     [expected[i].position, expected[i].value, expected[i].distance]);
    values.add(found.value);
  }
  assert.ok(values.has("V wins") && values.has("H wins"));
});

test("certificates of all kinds, true and forged", {timeout: 300_000}, async () => {
  const draws = [];
  for (const [verdict, isTrue] of [["accept", true], ["fail", false]]) {
    const certificates = path.join(tests, "certificates", verdict);
    for (const name of fs.readdirSync(certificates).filter((name) => name.endsWith(".cert.json"))) {
      const {accepted, claim, position} = await onyx.check(fs.readFileSync(path.join(certificates, name)));
      assert.equal(accepted, isTrue, name);
      if (claim === "draw") draws.push(position);
    }
  }
  assert.ok(draws.length >= 3);
  for (const position of draws) assert.equal((await onyx.solve(position)).value, "draw");
  const {text} = await onyx.prove(draws[0]);
  assert.deepEqual(await onyx.check(text),
                   {accepted: true, text: `draw; ${draws[0]}`, claim: "draw", position: draws[0]});
});

test("moves in both notations", () => {
  const translations = [["D4", "d4"], ["D10**", "d10xx"], ["BC12", "b1/c2"], ["BC910", "b9/c10"],
                        ["CD1011", "c10/d11"], ["ST1920", "s19/t20"]];
  for (const [ours, theirs] of translations) {
    assert.equal(toAbstractPlay(ours), theirs);
    assert.equal(fromAbstractPlay(theirs), ours);
  }
  let captures = 0;
  for (const [board, plies] of [["5x4", 100], ["6x6", 100], ["12x12", 30], ["20x20", 10]]) {
    for (const {position, moves} of randomGame(`open:${board}`, plies)) {
      for (const {move, captured} of moves) {
        assert.equal(fromAbstractPlay(toAbstractPlay(move)), move);
        captures += captured.length;
      }
      if (moves.length === 0) continue;
      const {move} = moves[random(moves.length)];
      assert.deepEqual(onyx.play(position, toAbstractPlay(move)), onyx.play(position, move));
    }
  }
  assert.ok(captures > 0);
  assert.throws(() => toAbstractPlay("BC13"), OnyxError);
  assert.throws(() => fromAbstractPlay("d4/"), OnyxError);
  assert.equal(setupOf(), "open:12x12");
  assert.equal(setupOf(["size-16", "head-start"]), "standard:16x16");
  for (const wrong of ["size", "size-99"]) {
    assert.throws(() => setupOf([wrong]), {name: "OnyxError", message: new RegExp(`'${wrong}'`)});
  }
  assert.throws(() => setupOf("size-16"), OnyxError);
  assert.throws(() => fromAbstractPlay(), OnyxError);
});

test("rules and faults", () => {
  const start = onyx.position("standard:12x12");
  assert.deepEqual([start.board, start.toMove, start.winner], ["12x12", "V", null]);
  assert.deepEqual(start.stones, {V: ["A6", "L6", "A7", "L7"], H: ["F1", "G1", "F12", "G12"]});
  assert.throws(() => onyx.play(start.position, "a6"), {name: "OnyxError", message: "move 'a6': A6 is occupied"});
  assert.throws(() => onyx.play(start.position, "d4x"), {name: "OnyxError", message: /'d4x': wrong capture mark/});
  assert.throws(() => onyx.play(start.position, "Z9"), {name: "OnyxError", message: /Z9/});
  assert.throws(() => onyx.position("V2/1 - V"), {name: "OnyxError", message: /row '1'/});
  const game = onyx.game("open:5x5", ["c3", "swap", "b2", "d4"]);
  assert.deepEqual([game.swapped, game.states.length, game.states.at(-1).stones],
                   [true, 4, {V: ["C3", "D4"], H: ["B2"]}]);
  assert.throws(() => onyx.game("open:5x5", ["c3", "b2", "swap"]),
                {name: "OnyxError", message: "move 3: 'swap' may only follow the first move, and once"});
  for (const wrong of [() => onyx.position(), () => onyx.play(start.position), () => onyx.game("open:5x5")]) {
    assert.throws(wrong, OnyxError);
  }
});

test("what is out of range is refused", async () => {
  for (const [settings, message] of [[{seconds: NaN}, /seconds is a number from 0/], [{seconds: null}, /not null/],
                                     [{megabytes: 15}, /megabytes is a whole number from 16 to 1536, not 15/],
                                     [{level: 6}, /level .* not 6/], [{level: "3"}, /level/], [{level: 2.7}, /level/]]) {
    await assert.rejects(onyx.genmove("open:4x4", settings), {name: "OnyxError", message});
  }
  await assert.rejects(onyx.solve(), OnyxError);
  await assert.rejects(onyx.check(null), {name: "OnyxError", message: /a certificate is a string/});
  assert.equal((await onyx.solve("open:3x3", {seconds: Infinity, megabytes: undefined})).value, "V wins");
});

test("work is cancelled, and has limits", {timeout: 120_000}, async () => {
  const cancel = new AbortController();
  let reports = 0;
  const work = onyx.solve("open:12x12", {seconds: 1000, signal: cancel.signal, onProgress: () => {
    ++reports;
    cancel.abort();
  }});
  const next = onyx.solve("open:3x3");
  await assert.rejects(work, {name: "AbortError"});
  assert.ok(reports >= 1);
  assert.equal((await next).value, "V wins");
  await assert.rejects(onyx.solve("open:3x3", {signal: AbortSignal.abort()}), {name: "AbortError"});
  const other = await load();
  const unfinished = other.solve("open:12x12", {seconds: 1000, onProgress: () => other.close()});
  await assert.rejects(unfinished, /close\(\)/);
  const started = [other.solve("open:12x12", {seconds: 1000}), other.solve("open:12x12", {seconds: 1000})];
  other.close();
  await Promise.all(started.map((work) => assert.rejects(work, /close\(\)/)));
  const blocking = other.solve("open:12x12", {seconds: 1000});
  await assert.rejects(other.solve("open:3x3", {signal: AbortSignal.timeout(50)}), {name: "TimeoutError"});
  other.close();
  await assert.rejects(blocking, /close\(\)/);
  assert.equal((await other.solve("open:3x3")).value, "V wins");
  const cut = await onyx.solve("open:12x12", {seconds: 0.2});
  assert.deepEqual([cut.value, cut.reason], ["unknown", "time limit"]);
});

test("a certificate is accepted, a forged one is not", {timeout: 120_000}, async () => {
  const {value, text} = await onyx.prove("open:4x3");
  const verdict = await onyx.check(text);
  assert.deepEqual([verdict.accepted, verdict.claim, verdict.position], [true, value, "open:4x3"]);
  const file = path.join(home, "one.cert.json");
  fs.writeFileSync(file, text);
  assert.match(execFileSync(checker, [file], {encoding: "utf8"}), /: accepted: /);
  const forge = (change) => {
    const forged = JSON.parse(text);
    change(forged, forged.strategies[value[0]]);
    return onyx.check(JSON.stringify(forged));
  };
  const forgeries = [
    (all) => all.claim = value === "V wins" ? "H wins" : "V wins",
    (all, strategy) => delete strategy[Object.keys(strategy)[0]],
    (all, strategy) => strategy[Object.keys(strategy)[0]] = "Z9",
    (all) => all.position = "3/3/3/3 - V",
    (all) => all.version = 2];
  for (const change of forgeries) {
    const {accepted, text: why} = await forge(change);
    assert.ok(!accepted && why.length > 0);
  }
  assert.equal((await onyx.check(text.slice(0, -5))).accepted, false);
});

test("every level moves, and equal seeds move alike", {timeout: 300_000}, async () => {
  const here = await load({worker: false});
  for (const [setup, levels] of [["open:4x4", [1, 2, 3, 4, 5]], ["standard:12x12", [1, 3]]]) {
    for (const level of levels) {
      const options = {level, seed: 7, seconds: 20};
      const {move} = await onyx.genmove(setup, options);
      onyx.play(setup, move);
      if (level < 4) assert.equal((await here.genmove(setup, options)).move, move);
    }
  }
  assert.equal((await here.solve("open:3x3")).value, "V wins");
});

test("the example plays a game to its end", {timeout: 300_000}, async () => {
  const game = spawn(process.execPath, [path.join(place, "example", "play.js"), "--size", "6", "--level", "1"],
                     {stdio: ["pipe", "pipe", "inherit"]});
  const moves = [];
  const answer = () => {
    const {moves: legal, winner} = onyx.game("open:6x6", moves).states.at(-1);
    if (winner) return;
    moves.push(moves.length === 0 ? "c3" : toAbstractPlay(legal[random(legal.length)].move));
    game.stdin.write(moves.at(-1) + "\n");
  };
  answer();
  let last = "";
  for await (const line of createInterface({input: game.stdout})) {
    const bots = /bot: (\S+)/.exec(line);
    last = line;
    if (!bots) continue;
    moves.push(bots[1]);
    answer();
  }
  assert.equal(moves[1], "swap");
  assert.ok(["You win", "The bot wins"].some((who) => last.endsWith(`${who}: ${moves.join(" ")}`)), last);
});

test("it works in a browser", {timeout: 180_000}, async (t) => {
  const found = ["chromium", "chromium-browser", "google-chrome"].find(
      (name) => !spawnSync(name, ["--version"]).error);
  if (!found) return t.skip("there is no Chromium");
  const types = {".js": "text/javascript", ".wasm": "application/wasm"};
  const server = http.createServer((request, response) => {
    const name = path.basename(request.url);
    if (request.url === "/") {
      response.setHeader("Content-Type", "text/html");
      return response.end("<!DOCTYPE html><html data-ready><title>onyx-game</title></html>");
    }
    if (!fs.existsSync(path.join(place, name))) return response.writeHead(404).end();
    response.setHeader("Content-Type", types[path.extname(name)] ?? "text/plain");
    response.end(fs.readFileSync(path.join(place, name)));
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const drive = spawn(process.execPath, [path.join(tests, "experiments/pages/site/drive.js"), found,
      `http://127.0.0.1:${server.address().port}/`, path.join(tests, "npm/browser_check.js")]);
  let out = "";
  drive.stdout.on("data", (data) => out += data);
  const code = await new Promise((resolve) => drive.on("close", resolve));
  server.close();
  if (code === 3) return t.skip("Chromium does not start");
  assert.deepEqual(out.split("\n").filter((line) => /^(PASS|FAIL)/.test(line)),
                   ["PASS the rules", "PASS the worker", "PASS cancelling", "PASS in a worker of one's own"]);
});
