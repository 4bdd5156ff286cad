// A static site of a catalogue: a list with filters, and a page for each class on which its cycle,
// its strategies and its proof game can be played through. It opens from a folder, without a
// server.
//
//   index.html, positions.js         the list, and what it lists
//   positions/NAME.html              a position, with its certificate
//   boards/WxH.js                    the picture of an empty board, shared by its positions
//   *.js, style.css                  what the pages are made of
#pragma once

#include <filesystem>
#include <functional>

#include "core/base/stop.h"
#include "experiments/repetition/describe/catalogue.h"

namespace onyx {

/// Writes the site into the folder, which is made if it is missing; what else is in it stays. The
/// list comes last. The same catalogue gives the same bytes. The certificates are read again, and
/// `progress` is called after each page, both from many threads. Throws FileError. Returns false if
/// `interrupt` ended it.
bool write_site(const Catalogue& catalogue, const std::filesystem::path& site, Interrupt interrupt,
                const std::function<void()>& progress);

}  // namespace onyx
