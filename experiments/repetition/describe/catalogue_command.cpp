#include "experiments/repetition/describe/catalogue_command.h"

#include <fmt/core.h>

#include <algorithm>
#include <atomic>

#include "core/notation.h"
#include "experiments/support/exit_code.h"
#include "experiments/support/output.h"
#include "experiments/support/progress.h"

namespace onyx {

std::vector<ProofSource> some_proofs_in(const std::vector<std::string>& paths) {
  std::vector<ProofSource> proofs = proofs_in(paths);
  if (proofs.empty()) {
    throw InputError(
        fmt::format("there are no *.cert.json and no *.pack in {}", in_quotes(paths.front())));
  }
  return proofs;
}

Catalogue read_catalogue(const std::vector<ProofSource>& files, const Stop& stop,
                         const std::string& command) {
  Progress progress(command);
  std::atomic<std::size_t> done{0};
  Catalogue catalogue = make_catalogue(files, stop, [&] {
    const std::size_t now = ++done;
    progress.update([&] {
      const double rate = static_cast<double>(now) / progress.seconds();
      return fmt::format("{} of {} certificates, {:.1f}/s{}", now, files.size(), rate,
                         time_left(static_cast<double>(files.size() - now), rate));
    });
  });
  if (catalogue.is_interrupted) {
    notify("onyx {}: interrupted after {} of {} certificates", command, done.load(), files.size());
  }
  return catalogue;
}

nlohmann::ordered_json refusals_as_json(const Catalogue& catalogue) {
  auto refused = nlohmann::ordered_json::array();
  for (const auto& [file, no_record] : catalogue.refused) {
    refused.push_back({{"file", file}, {"reason", no_record.why}});
  }
  return refused;
}

int complain_of_refusals(const Catalogue& catalogue, const std::string& command) {
  int code = exit_code::kDone;
  for (const auto& [file, no_record] : catalogue.refused) {
    notify("onyx {}: '{}' left out: {}", command, file, no_record.why);
    code = std::max(code, no_record.is_limit        ? exit_code::kLimit
                          : no_record.is_unreadable ? exit_code::kBadInput
                                                    : exit_code::kNo);
  }
  return code;
}

}  // namespace onyx
