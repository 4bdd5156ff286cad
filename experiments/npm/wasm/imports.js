// What the program imports besides the system's functions; program.js provides it.
mergeInto(LibraryManager.library, {onyx_tell: function() {}});
