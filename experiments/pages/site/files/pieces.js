// Loads data on demand. Each file folder/N.js has several items and is loaded when one of them is
// needed.
"use strict";

const Pieces = (() => {
  const waiting = new Map();  // by file: the function that receives its items
  const loading = new Map();  // by file: the promise of its items

  // Each file calls this function with its items.
  function receive(file, items) {
    const give = waiting.get(file);
    waiting.delete(file);
    if (give) give(items);
  }

  function itemsOf(file) {
    if (!loading.has(file)) {
      loading.set(file, new Promise((resolve, reject) => {
        waiting.set(file, resolve);
        const script = element("script", null, {src: `${file}.js`});
        const fail = (what) => () => {
          loading.delete(file);  // the next request tries again
          reject(new Error(`${file}.js ${what}`));
        };
        script.onerror = fail("is missing");
        script.onload = () => {
          if (waiting.get(file)) fail("is damaged")();
        };
        document.head.append(script);
      }));
    }
    return loading.get(file);
  }

  // Returns a promise of an item; `index` is the item's number in the whole list.
  const item = (folder, perFile, index) => itemsOf(`${folder}/${Math.floor(index / perFile)}`)
      .then((items) => {
        const found = items[index % perFile];
        if (found === undefined) throw new Error(`${folder}/${Math.floor(index / perFile)}.js is damaged`);
        return found;
      });

  return {receive, item};
})();
