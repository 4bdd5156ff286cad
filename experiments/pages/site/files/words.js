// Numbers and lists in sentences.
"use strict";

const plies = (number) => number + (number === 1 ? " ply" : " plies");
const listed = (words) => words.length < 2 ? words.join("") :
    words.slice(0, -1).join(", ") + " and " + words[words.length - 1];
