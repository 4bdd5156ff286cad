#include "experiments/repetition/merge/merge.h"

#include <fmt/core.h>
#include <xxhash.h>

#include <algorithm>
#include <atomic>
#include <map>
#include <mutex>
#include <random>

#include "experiments/files/certificate_files.h"
#include "experiments/files/checkpoint.h"
#include "experiments/files/proof_source.h"
#include "experiments/files/run_lock.h"
#include "experiments/repetition/find/found_classes.h"
#include "experiments/repetition/merge/candidate_sort.h"
#include "experiments/support/pipeline.h"
#include "experiments/support/version.h"
#include "solver/referee/referee.h"

namespace onyx {
namespace {

namespace fs = std::filesystem;

/// Reads all certificates, one at a time to bound memory.
class CertificateSources {
 public:
  struct Item {
    ProofSource source;
    bool is_present = false;  ///< Whether it comes from the pack that the merge rewrites.
  };

  CertificateSources(const MergeSettings& settings, bool begins_with_out)
      : files_(settings.folders, settings.out), path_(settings.out), is_present_(begins_with_out) {}

  /// Returns nothing at the end. Throws FileError, for example if a pack is damaged.
  std::optional<Item> next() {
    try {
      if (is_present_ && !pack_) open(path_);
      for (;;) {
        if (pack_) {
          if (const auto packed = pack_->next()) {
            return Item{{path_, ++number_, *packed}, is_present_};
          }
          pack_.reset();
          is_present_ = false;
        }
        const auto file = files_.next();
        if (!file) return {};
        if (file->kind == ResultFiles::Kind::pack) open(file->path);
        if (file->kind == ResultFiles::Kind::certificate) return Item{{file->path}, false};
      }
    } catch (const Damage& damage) {
      throw FileError(fmt::format("'{}': {}; move it away", path_.string(), damage.what()));
    }
  }

 private:
  void open(const fs::path& pack) {
    path_ = pack;
    number_ = 0;
    file_ = std::make_unique<InputFile>(pack);
    pack_.emplace(source_of(*file_));
  }

  ResultFiles files_;
  fs::path path_;
  std::unique_ptr<InputFile> file_;
  std::optional<PackReader> pack_;
  std::size_t number_ = 0;
  bool is_present_;  ///< Whether the current pack (initially, the first to open) is the output.
};

std::uint64_t certificates_of(const fs::path& pack) {
  const InputFile file(pack);
  try {
    return PackReader(source_of(file)).certificates();
  } catch (const Damage& damage) {
    throw FileError("'" + pack.string() + "': " + damage.what());
  }
}

class Merge {
  using Candidates = std::vector<ClassCandidate>;

 public:
  Merge(const MergeSettings& settings, const Stop& stop)
      : settings_(settings),
        stop_(stop),
        is_pack_(names_pack(settings.out)),
        record_(is_pack_ ? FolderFile{folder_of(settings.out),
                                      fs::path(settings.out).stem().string() + ".merge.json"}
                         : FolderFile{settings.out, "merge.json"}),
        sort_(record_.folder) {
    for (const std::string& folder : settings.folders) {
      refuse_if(resolved(folder) == resolved(settings.out), "{} is both an input and --out",
                in_quotes(folder));
      inputs_.insert(resolved(folder).string());
    }
  }

  MergeReport run() {
    survey();
    if (is_interrupted()) return finish();
    prepare_folder(record_.folder);
    const RunLock lock(record_.folder);
    begin_record();
    read();
    if (is_interrupted()) return finish();
    if (is_pack_) {
      write_pack();
    } else {
      write_folder();
    }
    return finish();
  }

 private:
  bool is_interrupted() const { return stop_.interrupt.has_come(); }
  void tell(std::uint64_t done) {
    // Do not wait for the lock, because the thread that holds it is already reporting.
    const std::unique_lock lock(telling_, std::try_to_lock);
    if (lock && stop_.progress)
      stop_.progress({is_pack_ ? 2 * expected_ : expected_, done, 0, Reached::Phase::deciding});
  }

  /// Reads checkpoints and counts certificates, before anything is written.
  void survey() {
    std::vector<ShardResult> shards;
    ResultFiles files(settings_.folders, settings_.out);
    for (auto file = files.next(); file && !is_interrupted(); file = files.next()) {
      if (file->kind == ResultFiles::Kind::checkpoint) {
        shards.push_back(read_shard(file->path));
        tell(0);
      } else {
        const bool is_pack = file->kind == ResultFiles::Kind::pack;
        expected_ += is_pack ? certificates_of(file->path) : 1;
      }
    }
    refuse_if(expected_ == 0 && shards.empty() && !is_interrupted(),
              "no *.cert.json, *.pack or search-*.json in {}",
              in_quotes(settings_.folders.front()));
    report_.folders = files.folders();
    report_.series = series_of(std::move(shards));
    for (const Series& series : report_.series) {
      for (const auto* const some : {&series.shards, &series.others}) {
        for (const ShardResult& shard : *some) {
          if (shard.damage.empty()) note_version(shard.content.program, shard.file);
        }
      }
    }
  }

  /// Records a program version. Throws InputError for a second one, unless mixing is allowed.
  void note_version(const std::string& named, const fs::path& file) {
    const std::string program = named.empty() ? kUnnamed : named;
    const std::scoped_lock lock(report_mutex_);
    if (report_.programs.empty()) first_versioned_ = file;
    const bool is_new = report_.programs.insert(program).second;
    if (!is_new || settings_.mixed_versions || report_.programs.size() == 1) return;
    const std::string& first = *report_.programs.begin();
    throw InputError(
        fmt::format("mixed versions: {} wrote {}, and {} wrote {}; --mixed-versions joins them",
                    first == program ? *report_.programs.rbegin() : first,
                    in_quotes(first_versioned_.string()), program, in_quotes(file.string())));
  }

  /// Reads an earlier merge's record, if any. Writes a new record now, as this run may be killed.
  void begin_record() {
    bool is_known = false;
    if (fs::exists(record_.path())) {
      const RecordKind kind{"record", "delete it (it only lists earlier inputs)"};
      read_record(record_.path(), kind, [&](const JsonFields& fields) {
        for (const std::string& program : fields.texts("programs")) {
          note_version(program, record_.path());
        }
        is_known = fields.text("inputs") == inputs_hash();
        if (is_known) before_ = fields.count("classes_before");
      });
    }
    if (!is_known) before_ = classes_in_out();
    write_record("running");
  }

  std::string inputs_hash() const {
    std::string all;
    for (const std::string& folder : inputs_) all += folder + '\n';
    return fmt::format("{:016x}", XXH3_64bits(all.data(), all.size()));
  }

  void write_record(const char* state) const {
    Json json{{"format", "onyx-merge"},
              {"version", 1},
              {"program", fmt::format("onyx {}", kVersion)},
              {"state", state},
              {"inputs", inputs_hash()},
              {"classes_before", before_}};
    json.update(to_json(report_));
    // Leave out the number of verified certificates, because it depends on the random sample.
    json.erase("verified");
    write_file(record_, json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n");
  }

  std::uint64_t classes_in_out() const {
    if (is_pack_) return fs::exists(settings_.out) ? certificates_of(settings_.out) : 0;
    const fs::directory_iterator files(settings_.out);
    return static_cast<std::uint64_t>(std::count_if(begin(files), end(files), [](const auto& one) {
      return one.path().filename().string().ends_with(kCertificateEnding);
    }));
  }

  void read() {
    const bool has_more = is_pack_ && fs::exists(settings_.out);
    if (has_more) expected_ += classes_in_out();
    CertificateSources sources(settings_, has_more);
    using Item = CertificateSources::Item;
    // Several threads read candidates; calls of add() are serialized.
    run_pipeline<Item>(
        2, [&] { return is_interrupted() ? std::nullopt : sources.next(); },
        [this](const Item& item) { return read_candidate(item); },
        [this](std::optional<ClassCandidate>& candidate) {
          if (candidate) sort_.add(std::move(*candidate));
        });
  }

  std::optional<ClassCandidate> read_candidate(const CertificateSources::Item& item) {
    const std::string file = item.source.name();
    // Refuse pipes, because reading a pipe might never end.
    refuse_if<FileError>(!fs::is_regular_file(item.source.file), "'{}' is not a file; remove it",
                         file);
    ClassCandidate candidate;
    std::string fault;
    try {
      candidate = parse_candidate(item.source.read());
      candidate.file = file;
      candidate.is_present = item.is_present;
      note_version(candidate.program, file);
      const auto lot = XXH3_64bits_withSeed(candidate.key.data(), candidate.key.size(), sample_);
      const bool is_drawn = lot % 100 < static_cast<std::uint64_t>(settings_.verify_percent);
      if (is_drawn && !item.is_present) fault = fault_of(candidate);
      if (fault.empty()) candidate.packed = CertificateFrame::of(candidate.text);
    } catch (const NoCandidate& no) {
      if (item.is_present) {  // rewriting the pack would lose the certificate
        throw FileError(
            fmt::format("'{}' has a certificate that no merge has written: {}; move the pack away",
                        file, no.why));
      }
      fault = no.why;
    } catch (const std::length_error& error) {
      fault = error.what();
    }
    if (!item.is_present) ++read_;
    tell(++done_);
    if (!fault.empty()) {
      reject(file, fault);
      return {};
    }
    std::string().swap(candidate.text);  // assignment would keep the memory
    return candidate;
  }

  /// Returns why the checker rejects the certificate, or "". Skips certificates already accepted.
  std::string fault_of(ClassCandidate& candidate) {
    if (candidate.is_verified) return "";
    const referee::Verdict verdict = referee::check_certificate(candidate.text);
    if (!verdict.accepted) return verdict.text;
    candidate.is_verified = true;
    ++accepted_;
    return "";
  }

  /// Returns the valid candidate of least rank, else the candidate from the output, if any. Most
  /// certificates are copied unchecked, because checking takes longer than the rest of the merge,
  /// and readers can check the result. But an invalid certificate must never replace a valid one,
  /// so the checker judges a certificate if another one of its class exists, or if it is to replace
  /// an unreadable file.
  std::optional<ClassCandidate> best_of(Candidates candidates, bool is_to_replace = false) {
    if (candidates.size() == 1 && !is_to_replace) return std::move(candidates.front());
    for (ClassCandidate& candidate : candidates) candidate.text = candidate.packed.certificate();
    std::sort(candidates.begin(), candidates.end(),
              [](const auto& a, const auto& b) { return a.rank() < b.rank(); });
    std::optional<ClassCandidate> present;
    for (ClassCandidate& candidate : candidates) {
      const std::string fault = fault_of(candidate);
      if (fault.empty()) {
        if (present) report_.repaired += unsound_.erase(present->file);
        return std::move(candidate);
      }
      if (candidate.is_present) {
        unsound_.emplace(candidate.file, fault);
        present = std::move(candidate);
      } else {
        reject(candidate.file, fault);
      }
    }
    return present;
  }

  void write_pack() {
    NewFile file(settings_.out);
    PackWriter pack(writer_to(file));
    sort_.for_each_class([&](Candidates candidates) {
      if (is_interrupted()) return;
      if (auto best = best_of(std::move(candidates))) pack.add(std::move(best->packed));
      tell(++done_);
    });
    if (is_interrupted() || pack.certificates() == 0) return;
    pack.finish();
    file.finish();
  }

  /// Writes files in batches, because flushing them one by one would take far longer.
  void write_folder() {
    constexpr std::size_t kMostFiles = 256;
    constexpr std::size_t kMostBytes = std::size_t{1} << 24;
    FileBatch batch(settings_.out);
    std::size_t bytes = 0;
    std::set<fs::path> names;  // names in the batch, without the numbers added on hash collisions
    const auto write = [&] {
      batch.finish();
      names.clear();
      bytes = 0;
    };
    sort_.for_each_class([&](Candidates candidates) {
      if (is_interrupted()) return;
      // If the hashes of two keys collide, the name of the second file depends on the first file,
      // so write the batch first.
      const fs::path name = certificate_path(settings_.out, candidates.front().key,
                                             [](const auto&, auto) { return true; });
      if (names.contains(name)) write();
      const auto [place, is_broken] = add_present(candidates);
      auto best = best_of(std::move(candidates), is_broken);
      if (!best || best->is_present) return;
      report_.repaired += unsound_.erase(place);
      const std::string text = best->packed.certificate();
      batch.add(place.filename(), text);
      names.insert(name);
      bytes += text.size();
      if (batch.size() >= kMostFiles || bytes >= kMostBytes) write();
    });
    write();
  }

  /// Returns the path for the class, and whether a file there must be replaced because it proves no
  /// class. If the file has a certificate of the class, adds it to the candidates.
  std::pair<fs::path, bool> add_present(Candidates& candidates) {
    const std::string key = candidates.front().key;
    const std::string first = candidates.front().packed.certificate();
    bool is_broken = false;
    const fs::path place =
        certificate_path(settings_.out, key, [&](const fs::path& path, std::string_view text) {
          if (text == first) {
            candidates.front().is_present = true;
            candidates.front().file = path.string();
            return true;
          }
          try {
            ClassCandidate present = parse_candidate(std::string(text));
            if (present.key != key) return false;
            note_version(present.program, path);
            present.file = path.string();
            present.is_present = true;
            present.packed = CertificateFrame::of(text);
            candidates.push_back(std::move(present));
            drop_repeats(candidates);
          } catch (const std::length_error&) {
            throw FileError(fmt::format(
                "'{}' is longer than the {} MiB of a certificate that merge takes; move it away",
                path.string(), kMostInPack >> 20));
          } catch (const NoCandidate& no) {
            unsound_.emplace(path, no.why);
            is_broken = true;
          }
          return true;
        });
    return {place, is_broken};
  }

  void reject(const fs::path& path, const std::string& reason) {
    const std::scoped_lock lock(report_mutex_);
    ++report_.rejected;
    name({path.string(), reason, false});
  }

  void name(MergeReport::Rejected rejected) {
    report_.rejections.insert(std::move(rejected));
    if (report_.rejections.size() > MergeReport::kMostNamed) {
      report_.rejections.erase(std::prev(report_.rejections.end()));
    }
  }

  MergeReport finish() {
    report_.certificates = read_;
    report_.verified = accepted_;
    if (is_interrupted()) {
      report_.end = End::interrupted;
      return report_;
    }
    report_.unsound = unsound_.size();
    for (const auto& [file, fault] : unsound_) name({file.string(), fault, true});
    report_.classes = classes_in_out();
    report_.added = report_.classes - std::min(before_, report_.classes);
    const std::uint64_t copied = report_.certificates - report_.rejected;
    report_.repeats = copied - std::min(report_.added, copied);
    write_record("finished");
    return report_;
  }

  const MergeSettings settings_;
  const Stop& stop_;
  std::mutex telling_;
  const bool is_pack_;
  const FolderFile record_;
  std::set<std::string> inputs_;
  std::uint64_t expected_ = 0;
  std::uint64_t before_ = 0;            ///< Output classes before the first run with these inputs.
  std::atomic<std::uint64_t> read_{0};  ///< Certificates read from the inputs.
  std::atomic<std::uint64_t> done_{0};  ///< Certificates read plus classes written.
  /// Seed of the random sample of certificates to verify.
  const std::uint64_t sample_ = std::random_device()();
  std::atomic<std::uint64_t> accepted_{0};
  std::map<fs::path, std::string> unsound_;  ///< Invalid files in the output, with reasons.
  CandidateSort sort_;
  std::mutex report_mutex_;
  MergeReport report_;
  fs::path first_versioned_;
};

Json gaps_to_json(const Series& series) {
  Json json{{"board", format_board_size(series.name.board)},
            {"seed", series.name.seed},
            {"shards", series.name.shards},
            {"settings", series.settings},
            {"missing_count", series.missing_count},
            {"missing", Json::array()},
            {"incomplete", Json::array()},
            {"other_settings", Json::array()}};
  for (const auto& [first, last] : series.missing) json["missing"].push_back({first, last});
  for (const ShardResult& shard : series.shards) {
    const std::string lack = series.lack_of(shard);
    if (lack.empty()) continue;
    json["incomplete"].push_back(
        {{"shard", counted_number(shard.name)}, {"file", shard.file.string()}, {"reason", lack}});
  }
  for (const ShardResult& shard : series.others) {
    json["other_settings"].push_back({{"shard", counted_number(shard.name)},
                                      {"file", shard.file.string()},
                                      {"settings", shard.content.settings}});
  }
  return json;
}

}  // namespace

bool names_pack(const fs::path& out) {
  return out.extension() == kPackEnding && !fs::is_directory(out);
}

MergeReport merge(const MergeSettings& settings, const Stop& stop) {
  return Merge(settings, stop).run();
}

Json to_json(const MergeReport& report) {
  Json json{{"directories", report.folders}, {"certificates", report.certificates},
            {"classes", report.classes},     {"added", report.added},
            {"repeats", report.repeats},     {"verified", report.verified},
            {"repaired", report.repaired},   {"unsound", report.unsound},
            {"rejected", report.rejected},   {"rejections", Json::array()},
            {"programs", report.programs},   {"series", Json::array()}};
  for (const auto& [file, reason, stays] : report.rejections) {
    json["rejections"].push_back({{"file", file}, {"reason", reason}});
    if (stays) json["rejections"].back()["stays"] = true;
  }
  for (const Series& series : report.series) json["series"].push_back(gaps_to_json(series));
  return json;
}

}  // namespace onyx
