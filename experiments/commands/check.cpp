// onyx check: hands certificates of both forms, and tables of boards, to their independent
// checkers.
#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>

#include "experiments/files/files.h"
#include "experiments/files/packed_files.h"
#include "experiments/support/command.h"
#include "experiments/support/exit_code.h"
#include "experiments/support/interrupt.h"
#include "experiments/support/machine.h"
#include "experiments/support/options.h"
#include "experiments/support/output.h"
#include "experiments/support/progress.h"
#include "solver/referee/certificate_check.h"
#include "solver/referee/compact_check.h"
#include "solver/referee/table_check.h"

namespace onyx {
namespace {

/// Some of the memory may go to other things, and more than this helps little.
constexpr std::uint64_t kMostCompactMemory = std::uint64_t{1} << 32;

checker::Verdict verdict_on_compact(const checker::CompactFile& file) {
  const InterruptScope interrupt;
  Progress progress("check");
  checker::CompactWatch watch;
  watch.interrupt = &interrupt.flag();
  watch.memory = std::min(available_memory() / 2, kMostCompactMemory);
  watch.progress = [&](std::uint64_t done, std::uint64_t blocks) {
    progress.update([&] {
      const double rate = static_cast<double>(done) / progress.seconds();
      const std::uint64_t left = done < blocks ? blocks - done : 0;
      return fmt::format("{} of {} blocks, {:.1f}/s, {} left", done, blocks, rate,
                         short_time(static_cast<double>(left) / rate));
    });
  };
  return checker::check_compact(file, watch);
}

/// The verdict on one file; what kind it is, its first bytes say.
checker::Verdict verdict_on(const std::string& name) {
  std::error_code ignored;
  if (std::filesystem::is_regular_file(name, ignored)) {
    const InputFile file(name);
    const SourceFile source = source_of(file);
    const checker::TableFile table{source.bytes, source.read_at};
    if (const checker::CompactFile compact{table.bytes, table.read_at};
        checker::looks_compact(compact)) {
      return verdict_on_compact(compact);
    }
    if (checker::looks_like_a_table(table)) {
      const InterruptScope interrupt;
      Progress progress("check");
      checker::TableWatch watch;
      watch.interrupt = &interrupt.flag();
      watch.memory = available_memory();
      watch.progress = [&](std::uint64_t done, std::uint64_t tiers) {
        progress.update([&] {
          const double rate = static_cast<double>(done) / progress.seconds();
          return fmt::format("{} of {} tiers, {:.1f}/s, {} left", done, tiers, rate,
                             short_time(static_cast<double>(tiers - done) / rate));
        });
      };
      return checker::check_table(table, watch);
    }
  }
  return checker::check_certificate(read_file(name));
}

int interrupted_at(const std::string& file) {
  notify("onyx check: interrupted while checking '{}'", shown(file));
  return exit_code::kInterrupted;
}

int run_check(const std::vector<std::string>& files, const Globals& globals) {
  auto json = nlohmann::ordered_json::array();
  Progress progress("check");
  int code = exit_code::kDone;
  std::size_t checked = 0;
  // A file that cannot be checked says nothing about the others.
  const auto not_checked = [&](const std::string& file, const std::string& why, int why_code) {
    notify("onyx check: {}", shown(why));
    if (globals.json) json.push_back({{"file", file}, {"accepted", false}, {"error", why}});
    code = std::max(code, why_code);
  };
  for (const std::string& file : files) {
    try {
      const checker::Verdict verdict = verdict_on(file);
      if (globals.json) {
        json.push_back({{"file", file}, {"accepted", verdict.accepted}});
        json.back()[verdict.accepted ? "claim" : "reason"] = verdict.text;
      } else {
        fmt::print("{}: {}: {}\n", shown(file), verdict.accepted ? "accepted" : "rejected",
                   verdict.text);
        if (std::fflush(stdout) != 0) throw std::runtime_error("the verdict cannot be written");
      }
      if (!verdict.accepted) code = std::max(code, exit_code::kNo);
    } catch (const checker::TableInterrupted&) {
      return interrupted_at(file);
    } catch (const checker::CompactInterrupted&) {
      return interrupted_at(file);
    } catch (const FileError& error) {
      not_checked(file, error.what(), exit_code::kBadInput);
    } catch (const std::bad_alloc&) {
      not_checked(file, fmt::format("not enough memory to check '{}'", file), exit_code::kLimit);
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
  add_paths(app, "FILE", *files, "Certificates, and tables of boards")->required();
  return [files, &globals] { return run_check(*files, globals); };
}

}  // namespace onyx
