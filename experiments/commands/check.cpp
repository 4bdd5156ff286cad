// onyx check: hands certificates to the independent checker.
#include <fmt/core.h>

#include <CLI/CLI.hpp>

#include "experiments/command.h"
#include "experiments/support/exit_code.h"
#include "experiments/support/files.h"
#include "experiments/support/options.h"
#include "experiments/support/output.h"
#include "experiments/support/progress.h"
#include "solver/checker.h"

namespace onyx {
namespace {

int run(const std::vector<std::string>& files, const Globals& globals) {
  auto json = nlohmann::ordered_json::array();
  Progress progress("check");
  int code = exit_code::kDone;
  std::size_t checked = 0;
  for (const std::string& file : files) {
    try {
      const checker::Verdict verdict = checker::check_certificate(read_file(file));
      if (globals.json) {
        json.push_back({{"file", file}, {"accepted", verdict.accepted}});
        json.back()[verdict.accepted ? "claim" : "reason"] = verdict.text;
      } else {
        fmt::print("{}: {}: {}\n", file, verdict.accepted ? "accepted" : "rejected", verdict.text);
      }
      if (!verdict.accepted && code == exit_code::kDone) code = exit_code::kNo;
    } catch (const FileError& error) {
      // A file that is not there says nothing about the others.
      notify("onyx check: {}", error.what());
      if (globals.json) {
        json.push_back({{"file", file}, {"accepted", false}, {"error", error.what()}});
      }
      code = exit_code::kBadInput;
    }
    ++checked;
    progress.update([&] {
      const double rate = static_cast<double>(checked) / progress.seconds();
      return fmt::format("{} of {} files, {:.1f}/s, {} left", checked, files.size(), rate,
                         short_time(static_cast<double>(files.size() - checked) / rate));
    });
  }
  if (globals.json) print_json(json);
  return code;
}

}  // namespace

Run declare_check(CLI::App& app, const Globals& globals) {
  auto files = std::make_shared<std::vector<std::string>>();
  add_paths(app, "FILE", *files, "Certificate files")->required();
  return [files, &globals] { return run(*files, globals); };
}

}  // namespace onyx
