// The content fuzzer takes compact certificates and tables apart, changes their content, packs them
// again with valid checksums, and compares the referee's verdicts with the plain engine.
//
//   content_fuzz [--certificates N] [--tables N] [--seed K] [--keep DIR] FILE...
//
// The plain rules decide, move by move, whether the format allows a certificate and, if the referee
// accepts it, whether its claim is true. A table must be accepted if and only if every byte equals
// the plain engine's. Exit: 0 all verdicts were right; 1 some were wrong (their files are written
// to DIR); 2 bad usage.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <map>
#include <memory>
#include <optional>
#include <stdexcept>

#include "core/wide_board.h"
#include "solver/certificate/compact_reader.h"
#include "solver/referee/referee.h"
#include "tests/fuzz/forge_table.h"
#include "tests/fuzz/forged_certificate.h"
#include "tests/fuzz/plain_file.h"
#include "tests/fuzz/plain_play.h"
#include "tests/fuzz/some_of.h"
#include "tests/fuzz/target.h"

namespace onyx::fuzz {
namespace {

using plain::random_below;
using plain::Rng;

struct Options {
  int certificates = 500;
  int tables = 500;
  unsigned seed = 1;
  std::string keep = ".";
  std::vector<std::string> files;
};

/// Counts of the verdicts on all forgeries of one kind.
struct Tally {
  std::uint64_t forged = 0;
  std::uint64_t still_true = 0;
  std::uint64_t wrongly_accepted = 0;
  std::uint64_t wrongly_refused = 0;

  void add(bool is_true, bool is_accepted) {
    ++forged;
    still_true += is_true ? 1 : 0;
    wrongly_accepted += is_accepted && !is_true ? 1 : 0;
    wrongly_refused += is_true && !is_accepted ? 1 : 0;
  }
  void add(const Tally& other) {
    forged += other.forged;
    still_true += other.still_true;
    wrongly_accepted += other.wrongly_accepted;
    wrongly_refused += other.wrongly_refused;
  }
};
using Tallies = std::map<std::string, Tally>;

void keep_file(const Options& options, const std::string& name, const std::string& bytes) {
  const auto path = std::filesystem::path(options.keep) / name;
  std::ofstream(path, std::ios::binary) << bytes;
  std::printf("  kept as %s\n", path.c_str());
}

/// Computes the true value of each position only once.
class TrueValues {
 public:
  char operator()(const plain::Position& position) {
    const auto [known, is_new] = values_.try_emplace(position, '?');
    if (is_new) known->second = true_value(position, kMostPositions);
    return known->second;
  }

 private:
  static constexpr std::size_t kMostPositions = 100'000;
  std::map<plain::Position, char> values_;
};

referee::Verdict verdict_on_certificate(const std::string& bytes) {
  const SourceFile source = source_of(bytes);
  return referee::check({source.bytes, source.read_at});
}

/// Forges one certificate and counts the verdict under the name of its last forgery.
void forge(const Options& options, const std::vector<PlainMoves>& originals, int number,
           TrueValues& value_of, Tallies& tallies) {
  Rng random(std::uint64_t{options.seed} << 32 ^ static_cast<std::uint64_t>(number));
  const ForgedCertificate forgery = forged(originals, random);
  const referee::Verdict verdict = verdict_on_certificate(forgery.bytes);
  bool is_true = forgery.fault.empty();
  if (is_true && verdict.accepted) {
    const char value = value_of(forgery.start);
    is_true = value == '?' || value == forgery.claim;
  }
  tallies[forgery.name].add(is_true, verdict.accepted);
  if (is_true == verdict.accepted) return;
  std::printf("certificate %d (%s): the referee says %s, the plain engine %s\n", number,
              forgery.name.c_str(), verdict.text.c_str(), forgery.fault.c_str());
  keep_file(options, "forged-" + std::to_string(number) + ".certz", forgery.bytes);
}

/// A sound table, and the correct codes of its board.
struct Original {
  PackedFile file;
  std::shared_ptr<PlainTable> truth;
};

bool is_table_accepted(const std::string& bytes) {
  const SourceFile source = source_of(bytes);
  return referee::check({source.bytes, source.read_at}).accepted;
}

void forge(const Options& options, const std::vector<Original>& originals, int number,
           Tallies& tallies) {
  Rng random(std::uint64_t{options.seed} << 32 ^ static_cast<std::uint64_t>(number));
  const Original& original = some_of(originals, random);
  Codes codes = original.truth->truth();
  std::string name;
  for (int i = random_below(random, 4); i >= 0; i -= 3) {
    const TableForgery& forgery = some_of(table_forgeries(), random);
    forgery.apply(*original.truth, codes, random);
    name = forgery.name;
  }
  PackedFile file = original.truth->with_codes(original.file, codes);
  bool is_true = original.truth->is_true(codes);
  if (random_below(random, 16) == 0) {
    name = "another count";
    const auto at = static_cast<std::size_t>(24 + 8 * random_below(random, 4));
    put_at(file.head, at, number_at<std::uint64_t>(file.head, at) + 1);
    is_true = false;
  }
  const std::string bytes = packed(file);
  const bool is_accepted = is_table_accepted(bytes);
  tallies[name].add(is_true, is_accepted);
  if (is_true == is_accepted) return;
  std::printf("table %d (%s): wrongly %s\n", number, name.c_str(),
              is_accepted ? "accepted" : "refused");
  keep_file(options, "forged-" + std::to_string(number) + ".table", bytes);
}

/// Makes `count` forgeries and prints the counts. Returns whether all verdicts were right.
bool forge_all(const char* what, int count, const std::function<void(int, Tallies&)>& forge_one) {
  const auto begin = std::chrono::steady_clock::now();
  Tallies tallies;
  for (int number = 0; number < count; ++number) forge_one(number, tallies);
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
  Tally all;
  for (const auto& [name, tally] : tallies) all.add(tally);
  tallies["all"] = all;
  std::printf("%s: %d forged in %.1f s\n", what, count, seconds.count());
  std::printf("  %-28s %8s %10s %16s %15s\n", "forgery", "forged", "still true", "wrongly accepted",
              "wrongly refused");
  for (const auto& [name, tally] : tallies) {
    std::printf("  %-28s %8llu %10llu %16llu %15llu\n", name.c_str(),
                static_cast<unsigned long long>(tally.forged),
                static_cast<unsigned long long>(tally.still_true),
                static_cast<unsigned long long>(tally.wrongly_accepted),
                static_cast<unsigned long long>(tally.wrongly_refused));
  }
  return all.wrongly_accepted == 0 && all.wrongly_refused == 0;
}

std::string content_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw std::invalid_argument("cannot read '" + path + "'");
  return {std::istreambuf_iterator<char>(file), {}};
}

/// Throws std::invalid_argument unless the referee accepts the file as a table and its codes are
/// correct.
Original original_table(const std::string& path, const std::string& bytes) {
  const std::optional<PackedFile> file = unpacked(bytes);
  if (!file || !is_table_accepted(bytes)) throw std::invalid_argument(path + " is no sound table");
  auto truth = std::make_shared<PlainTable>(number_at<std::uint32_t>(file->head, 8),
                                            number_at<std::uint32_t>(file->head, 12));
  if (!truth->is_true(PlainTable::codes_of(*file))) {
    throw std::invalid_argument(path + " is accepted, and the plain engine says otherwise");
  }
  return {*file, truth};
}

/// Throws std::invalid_argument unless the referee and the plain engine accept the certificate and
/// the plain engine packs its moves into the same bytes.
PlainMoves original_certificate(const std::string& path, const std::string& bytes) {
  const PackedFile file = certificate_file(bytes);
  const PlainHead head = head_from(file);
  PlainMoves certificate{head.version, head.claim, head.start, {}};
  with_board({head.start.width, head.start.height}, [&]<int W>(const WideBoard<W>& board) {
    compact::read_strategies<W>(board, source_of(bytes), [&](const auto& position, unsigned move) {
      certificate.of(position.to_move == Player::V ? 'V' : 'H').push_back(move);
    });
  });
  const std::string again = bytes_of(certificate, kMovesInBlock);
  const auto contents = [](const std::string& some) {
    std::vector<std::string> all;
    for (const PackedFile::Block& block : certificate_file(some).blocks)
      all.push_back(block.content);
    return all;
  };
  if (contents(again) != contents(bytes) || !fault_of(certificate).empty() ||
      !verdict_on_certificate(again).accepted) {
    throw std::invalid_argument(path + " is not a sound certificate");
  }
  return certificate;
}

bool fuzz(const Options& options) {
  std::vector<PlainMoves> certificates;
  std::vector<Original> tables;
  for (const std::string& path : options.files) {
    const std::string bytes = content_of(path);
    if (bytes.starts_with("OnyxTbl")) {
      tables.push_back(original_table(path, bytes));
    } else {
      certificates.push_back(original_certificate(path, bytes));
    }
  }
  TrueValues value_of;
  bool is_good = true;
  if (!certificates.empty() && options.certificates > 0) {
    is_good = forge_all("certificates", options.certificates, [&](int number, Tallies& tallies) {
      forge(options, certificates, number, value_of, tallies);
    });
  }
  if (!tables.empty() && options.tables > 0) {
    is_good =
        forge_all("tables", options.tables,
                  [&](int number, Tallies& tallies) { forge(options, tables, number, tallies); }) &&
        is_good;
  }
  return is_good;
}

Options options_from(const std::vector<std::string>& words) {
  Options options;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (!words[i].starts_with("--")) {
      options.files.push_back(words[i]);
      continue;
    }
    if (i + 1 == words.size()) throw std::invalid_argument(words[i] + " needs a value");
    const std::string& value = words[i + 1];
    if (words[i] == "--certificates") {
      options.certificates = std::stoi(value);
    } else if (words[i] == "--tables") {
      options.tables = std::stoi(value);
    } else if (words[i] == "--seed") {
      options.seed = static_cast<unsigned>(std::stoul(value));
    } else if (words[i] == "--keep") {
      options.keep = value;
    } else {
      throw std::invalid_argument("there is no option " + words[i]);
    }
    ++i;
  }
  if (options.files.empty()) throw std::invalid_argument("no files to begin with");
  return options;
}

}  // namespace
}  // namespace onyx::fuzz

int main(int count, char** words) {
  try {
    return onyx::fuzz::fuzz(onyx::fuzz::options_from({words + 1, words + count})) ? 0 : 1;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "content_fuzz: %s\n", error.what());
    return 2;
  }
}
