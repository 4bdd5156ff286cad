// For scripts that try a page out in a browser: `tryOut(name, act)` adds a line to the page, "PASS
// name" or "FAIL name: why"; `expect(condition, what)` throws.
"use strict";

function expect(condition, what) {
  if (!condition) throw new Error(what);
}

function tryOut(name, act) {
  const line = document.createElement("p");
  try {
    act();
    line.textContent = "PASS " + name;
  } catch (error) {
    line.textContent = "FAIL " + name + ": " + error.message;
  }
  document.body.append(line);
}
