// What the tests of searches and of what is done with their results share.
#pragma once

#include <map>
#include <string>

#include "tests/experiments/program.h"

namespace onyx::test {

/// File names and what is in them.
using Files = std::map<std::string, std::string>;

/// Of the positions of seed 110, number 363 leads to repeating classes, and its neighbours to more.
/// Few seeds find any within 400 positions. If the random positions ever change, look for another
/// such seed (onyx search --seed K with these options).
inline Arguments search_arguments(const std::string& folder, const std::string& positions = "400") {
  return {"search", "--board",      "5x5",  "--positions",  positions, "--seed",
          "110",    "--out",        folder, "--min-empty",  "4",       "--max-empty",
          "6",      "--midpoints",  "0",    "--neighbours", "40",      "--planted",
          "40",     "--max-states", "20000"};
}

inline Arguments with(Arguments arguments, const Arguments& more) {
  arguments.insert(arguments.end(), more.begin(), more.end());
  return arguments;
}

inline bool is_certificate(const std::string& name) { return name.ends_with(".cert.json"); }

inline Files certificates_in(const Path& folder) {
  Files certificates;
  for (const std::string& name : names_in(folder)) {
    if (is_certificate(name)) certificates[name] = read(folder / name);
  }
  return certificates;
}

}  // namespace onyx::test
