// Pages that are only text have nothing to load.
"use strict";

setReady(true);
