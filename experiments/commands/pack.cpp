// onyx pack: proves positions and packs the certificates into one file.
#include "solver/certificate/pack.h"

#include <atomic>
#include <set>

#include "experiments/commands/common.h"
#include "experiments/files/certificate_files.h"
#include "experiments/files/proof_source.h"
#include "experiments/support/version.h"
#include "solver/certificate/compact_writer.h"
#include "solver/decide/wide_decider.h"

namespace onyx {
namespace {

struct PackOptions {
  std::vector<std::string> positions;
  std::vector<std::string> folders;
  std::string out;
  Budget budget;
};

/// Returns the distinct positions to prove, in canonical form and sorted.
std::vector<std::string> positions_for(const PackOptions& options) {
  std::set<std::string> texts;
  if (!options.positions.empty()) {
    PositionLines(options.positions).for_each([&](const std::string& text) {
      texts.insert(format_position(parse_position(text)));
    });
  }
  for (const ProofSource& proof : proofs_in(options.folders)) texts.insert(proof.position());
  if (texts.empty()) throw InputError("no position to prove: give positions, or files with --from");
  return {texts.begin(), texts.end()};
}

struct PackItem {
  End end = End::complete;
  std::string certificate;
};

/// Proves one position alone, so that its certificate does not depend on the rest of the pack.
PackItem prove_for_pack(const std::string& text, const Stop& stop) {
  return with_board(board_size_of(text), [&]<int W>(const WideBoard<W>& board) {
    const WidePosition<W> position = parse_position(board, text);
    WideDecider<W> decider(board);
    const Decision decision = decider.decide(position, stop);
    if (!decision.is_decided()) return PackItem{decision.end, {}};
    Proof<W> proof = decider.prove(position, decision, stop);
    if (proof.end != End::complete) return PackItem{proof.end, {}};
    PackItem packed;
    compact::write_certificate(board, position, decision.claim, std::move(proof), kVersion,
                               writer_to(packed.certificate));
    return packed;
  });
}

int run(const PackOptions& options, const Globals& globals) {
  const std::vector<std::string> positions = positions_for(options);
  require_writable(options.out);
  const InterruptScope interrupt;
  Progress progress("pack");
  const Stop stop = stop_for_one(options.budget, interrupt, threads_allowed());
  std::vector<PackItem> packed(positions.size());
  std::atomic<std::size_t> done{0};
  parallel_for_each_index(Threads::all, positions.size(), [&](std::size_t i) {
    packed[i] = prove_for_pack(positions[i], stop);
    const std::size_t now = ++done;
    progress.update([&] { return fmt::format("{} of {} positions", now, positions.size()); });
  });
  // Write the pack only if every position is proved.
  for (std::size_t i = 0; i < packed.size(); ++i) {
    if (packed[i].end == End::complete) continue;
    notify("onyx pack: {}: {}{}", in_quotes(positions[i]), name_of(packed[i].end),
           advice_for(packed[i].end));
    return exit_code_for(packed[i].end);
  }
  std::vector<std::string> certificates;
  for (PackItem& one : packed) certificates.push_back(std::move(one.certificate));
  const std::string pack = pack_of(certificates);
  write_file(options.out, pack);
  if (globals.json) {
    print_json({{"certificates", certificates.size()},
                {"bytes", pack.size()},
                {"seconds", progress.seconds()},
                {"out", options.out}});
  } else {
    fmt::print("{} in {}, {} bytes\n", counted(certificates.size(), "certificate", "certificates"),
               shown(options.out), pack.size());
  }
  return exit_code::kDone;
}

}  // namespace

Run declare_pack(CLI::App& app, const Globals& globals) {
  auto options = std::make_shared<PackOptions>();
  app.add_option("POSITION", options->positions,
                 "Positions to prove; - reads one from each line of standard input");
  add_paths(app, "--from", options->folders,
            "Prove the positions of these certificates, packs, and folders with them, in any "
            "depth, again");
  add_path(app, "--out", options->out, "The pack to write, PATH.pack")->required();
  declare_budget(app, options->budget);
  app.footer(
      "onyx-check checks a pack. Commands that take folders of certificates also take packs.");
  return [options, &globals] { return run(*options, globals); };
}

}  // namespace onyx
