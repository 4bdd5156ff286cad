// Includes what every command needs: the option parser, and support for options and output.
#pragma once

#include <CLI/CLI.hpp>

#include "core/notation.h"
#include "experiments/support/budget.h"
#include "experiments/support/command.h"
#include "experiments/support/options.h"
#include "experiments/support/position_lines.h"
#include "solver/decide/decide.h"

namespace onyx {

/// Prints why there is no result; with --json, after the fields of `json`. Returns `exit_code`.
inline int refuse(const char* answer, const std::string& why, int exit_code, const Globals& globals,
                  Json json = {}) {
  json["answer"] = answer;
  json["why"] = why;
  globals.json ? print_json(json) : fmt::print("{}: {}\n", answer, shown(why));
  return exit_code;
}

/// Declares the flag -v, which sets `options.trace`. `options` must outlive the parsing.
inline void declare_trace(CLI::App& app, DecideOptions& options) {
  const auto set = [&options] {
    options.trace = [](const EngineRun& run) {
      notify("{}: {} after {:.3f} s, limit {}{}", name_of(run.engine),
             run.has_answered ? "answered" : "gave up", run.seconds,
             run.limit == UINT64_MAX ? "none" : counted(run.limit, "position", "positions"),
             run.table_bytes == 0 ? "" : fmt::format(", table {} MB", run.table_bytes >> 20));
    };
  };
  app.add_flag_callback("-v,--verbose", set, "Tell on standard error what each engine did");
}

}  // namespace onyx
