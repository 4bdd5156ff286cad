// Pages of text have nothing to load.
"use strict";

setReady(true);
