// Data that is kept in files of some items each, folder/N.js, and loaded when one of them is asked for.
"use strict";

const Pieces = (() => {
  const waiting = new Map();  // by file: the one that gives its items
  const loading = new Map();  // by file: the promise of its items

  // What a file calls.
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
          loading.delete(file);  // who asks again, tries again
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

  // The promise of an item, by its number in the whole list.
  const item = (folder, perFile, index) => itemsOf(`${folder}/${Math.floor(index / perFile)}`)
      .then((items) => {
        const found = items[index % perFile];
        if (found === undefined) throw new Error(`${folder}/${Math.floor(index / perFile)}.js is damaged`);
        return found;
      });

  return {receive, item};
})();
