// Includes what every command needs: the option parser, and support for options and output.
#pragma once

#include <CLI/CLI.hpp>

#include "core/notation.h"
#include "experiments/support/budget.h"
#include "experiments/support/command.h"
#include "experiments/support/options.h"
#include "experiments/support/position_lines.h"

namespace onyx {

/// Prints why there is no result; with --json, after the fields of `json`. Returns `exit_code`.
inline int refuse(const char* answer, const std::string& why, int exit_code, const Globals& globals,
                  Json json = {}) {
  json["answer"] = answer;
  json["why"] = why;
  globals.json ? print_json(json) : fmt::print("{}: {}\n", answer, shown(why));
  return exit_code;
}

}  // namespace onyx
