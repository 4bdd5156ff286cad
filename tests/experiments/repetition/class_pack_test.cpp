// Tests onyx merge into a pack: same classes as in a folder, same bytes in any order and after
// kills. Also tests the external sort that merge uses.
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "experiments/files/certificate_files.h"
#include "experiments/files/proof_source.h"
#include "experiments/repetition/merge/candidate_sort.h"
#include "tests/experiments/repetition/merges.h"
#include "tests/plain/rules.h"

namespace onyx::test {
namespace {

using Candidates = std::vector<ClassCandidate>;

class MergedIntoPack : public Merged {
 protected:
  std::string pack() const { return folder_ / "packs/all.pack"; }
  std::string record() const { return folder_ / "packs/all.merge.json"; }

  Result merge_into_pack(const Arguments& more = {}) const {
    return run_onyx(with({"merge", shards().string(), "--out", pack()}, more));
  }
  static std::multiset<std::string> certificates_of(const std::string& pack) {
    std::multiset<std::string> texts;
    for (const ProofSource& proof : proofs_in({pack})) texts.insert(proof.read());
    return texts;
  }
  static std::multiset<std::string> texts_of(const Files& files) {
    std::multiset<std::string> texts;
    for (const auto& [name, text] : files) texts.insert(text);
    return texts;
  }
  void expect_all_classes() const {
    EXPECT_EQ(certificates_of(pack()), texts_of(certificates_in(searched("3"))));
  }
  static Path searched(const std::string& number) {
    return whole().parent_path() / "shards" / number;
  }
};

TEST_F(MergedIntoPack, HasTheClassesOfAFolder) {
  const Result folder = merge({"--verify", "0", "--json"});
  const Result result = merge_into_pack({"--verify", "0", "--json"});
  EXPECT_EQ(result.code, 0) << result;
  EXPECT_EQ(result.err, "");
  expect_all_classes();
  const std::string count = std::to_string(certificates_in(out()).size());
  EXPECT_EQ(run_check({pack()}).out,
            pack() + ": accepted: pack of " + count + " certificates: " + count + " draw\n");
  nlohmann::json expected = folder.json();
  nlohmann::json json = result.json();
  for (nlohmann::json* const one : {&expected, &json}) {
    one->erase("out");
    one->erase("seconds");
  }
  EXPECT_EQ(json, expected);
  EXPECT_EQ(names_in(folder_ / "packs"), (Texts{"all.merge.json", "all.pack"}));
  EXPECT_EQ(nlohmann::json::parse(read(record())).at("state"), "finished");
  // The catalogue must find equal classes in the pack and in the folder.
  const auto classes_of = [](const std::string& in) {
    nlohmann::json classes = run_onyx({"catalogue", "--json", in}).json().at("classes");
    std::set<nlohmann::json> all;
    for (nlohmann::json& one : classes) {
      one.erase("file");
      one.erase("pattern");  // depends on the order of files
      all.insert(one);
    }
    return all;
  };
  EXPECT_EQ(classes_of(pack()), classes_of(out()));
  const Result report = run_onyx({"report", pack(), "--out", folder_ / "site"});
  EXPECT_EQ(report.code, 0) << report;
}

TEST_F(MergedIntoPack, HasEqualBytesForAnyInputs) {
  ASSERT_EQ(merge_into_pack().code, 0);
  const std::string expected = read(pack());
  // Merge again; then merge packs and folders in several orders, all at once and one by one.
  ASSERT_EQ(merge_into_pack().code, 0);
  EXPECT_EQ(read(pack()), expected);
  const std::string other = folder_ / "other.pack";
  for (const std::string& threads : Texts{"1", "4"}) {
    for (const Texts& inputs : {Texts{pack(), shard("1")}, {shard("3"), pack()}, {pack()}}) {
      std::filesystem::remove(other);
      const Result result =
          run_onyx(with(with({"merge"}, inputs), {"--out", other, "--threads", threads}));
      EXPECT_EQ(result.code, 0) << result;
      EXPECT_EQ(read(other), expected);
    }
  }
  std::filesystem::remove(other);
  const Files files = certificates_in(shard("3"));
  for (const auto& [name, text] : files) {
    const std::string one = folder_ / "one-by-one/" + name;
    std::filesystem::create_directories(one);
    write(Path(one) / name, text);
    const Result result = run_onyx({"merge", one, "--out", other, "--json"});
    EXPECT_EQ(result.code, 0) << result;
    EXPECT_EQ(result.json().at("added"), 1) << result;
  }
  EXPECT_EQ(read(other), expected);
  EXPECT_EQ(run_onyx({"merge", other, "--out", out()}).code, 0);
  EXPECT_EQ(certificates_in(out()), files);
}

TEST_F(MergedIntoPack, MayBeAmongItsInputs) {
  const std::string inside = (shards() / "all.pack").string();
  for (int i = 0; i < 2; ++i) {
    const Result result =
        run_onyx({"merge", shards().string(), shard("3"), "--out", inside, "--json"});
    EXPECT_EQ(result.code, 0) << result;
    EXPECT_EQ(result.json().at("directories"), 3);
    EXPECT_EQ(result.json().at("repeats"), 0);
  }
  expect_refused({"merge", inside, "--out", inside}, "both");
}

TEST_F(MergedIntoPack, TheSameAfterKills) {
  ASSERT_EQ(merge_into_pack({"--verify", "0"}).code, 0);
  const std::string expected = read(pack());
  const std::string noted = read(record());
  std::filesystem::remove_all(folder_ / "packs");
  plain::Rng rng(43);
  for (int i = 0; i < 20; ++i) {
    Process process(onyx_command({"merge", shards().string(), "--out", pack(), "--verify", "0"}));
    std::this_thread::sleep_for(std::chrono::milliseconds(plain::random_below(rng, 60)));
    process.send(i % 3 == 0 ? SIGINT : SIGKILL);
    process.wait();
    if (std::filesystem::exists(pack())) {
      EXPECT_EQ(read(pack()), expected);
      if (i % 5 == 4) std::filesystem::remove_all(folder_ / "packs");
    }
  }
  EXPECT_EQ(merge_into_pack({"--verify", "0"}).code, 0);
  EXPECT_EQ(read(pack()), expected);
  EXPECT_EQ(read(record()), noted);
  EXPECT_EQ(names_in(folder_ / "packs"), (Texts{"all.merge.json", "all.pack"}))
      << "and nothing else is left behind";
}

TEST_F(MergedIntoPack, NothingUnprovedReplacesAProof) {
  ASSERT_EQ(merge_into_pack().code, 0);
  const std::string proved = read(pack());
  const std::string forged = folder_ / "forged";
  std::filesystem::copy(shard("3"), forged);
  const Files names = certificates_in(forged);
  for (const auto& [name, text] : names) forge(Path(forged) / name);
  Result result = run_onyx({"merge", forged, "--out", pack(), "--verify", "0", "--json"});
  EXPECT_EQ(result.code, 1) << result;
  EXPECT_EQ(result.json().at("rejected"), names.size());
  EXPECT_EQ(read(pack()), proved);
  for (const Texts& order : {Texts{forged, shard("3")}, Texts{shard("3"), forged}}) {
    std::filesystem::remove(pack());
    result = run_onyx({"merge", order[0], order[1], "--out", pack(), "--verify", "0"});
    EXPECT_EQ(result.code, 1) << result;
    EXPECT_EQ(read(pack()), proved);
  }
  // An invalid certificate in the pack is reported until a valid one replaces it.
  std::filesystem::remove(pack());
  ASSERT_EQ(run_onyx({"merge", forged, "--out", pack(), "--verify", "0"}).code, 0);
  EXPECT_EQ(run_check({pack()}).code, 1);
  const std::string worse = folder_ / "worse";
  std::filesystem::copy(forged, worse);
  for (const auto& [name, text] : names) {
    edit(Path(worse) / name, [](auto& json) { json["about"]["number"] = "1"; });
  }
  result = run_onyx({"merge", worse, "--out", pack(), "--verify", "0", "--json"});
  EXPECT_EQ(result.code, 1) << result;
  EXPECT_EQ(result.json().at("unsound"), names.size());
  EXPECT_NE(result.err.find(pack() + "#1' is invalid, but stays"), std::string::npos) << result;
  result = merge_into_pack({"--verify", "0", "--json"});
  EXPECT_EQ(result.code, 0) << result;
  EXPECT_EQ(result.json().at("repaired"), names.size());
  EXPECT_EQ(read(pack()), proved);
  std::filesystem::remove(pack());
  for (const std::string& into : Texts{pack(), out()}) {
    result = run_onyx({"merge", forged, worse, "--out", into, "--verify", "0", "--json"});
    EXPECT_EQ(result.code, 1) << result;
    EXPECT_EQ(result.json().at("rejected"), 2 * names.size()) << result;
    EXPECT_EQ(result.json().at("classes"), 0) << result;
  }
}

TEST_F(MergedIntoPack, LeavesOutOtherCertificates) {
  const std::string compact = folder_ / "compact.pack";
  const std::string position = proofs_in({shard("3")}).front().position();
  ASSERT_EQ(run_onyx({"pack", position, "open:3x3", "--out", compact}).code, 0);
  for (const std::string& into : Texts{pack(), out()}) {
    const Result result = run_onyx({"merge", compact, shard("3"), "--out", into, "--json"});
    EXPECT_EQ(result.code, 1) << result;
    EXPECT_EQ(result.json().at("rejected"), 2);
    EXPECT_NE(result.err.find(compact + "#1' left out: it is compact"), std::string::npos)
        << result;
  }
  expect_all_classes();
}

TEST_F(MergedIntoPack, NeverReplacesAnUnreadableFile) {
  ASSERT_EQ(merge_into_pack().code, 0);
  const std::string good = read(pack());
  std::vector<std::string> wrong{good.substr(0, good.size() / 2), good, "", "x"};
  wrong[1][good.size() / 2] = static_cast<char>(wrong[1][good.size() / 2] ^ 1);
  for (const std::string& bytes : wrong) {
    write(pack(), bytes);
    expect_refused({"merge", shard("3"), "--out", pack()}, "all.pack");
    EXPECT_EQ(read(pack()), bytes);
    expect_refused({"merge", pack(), "--out", out()}, "all.pack");
  }
  // This pack is sound, but no merge wrote it.
  std::filesystem::remove(pack());
  ASSERT_EQ(run_onyx({"pack", "open:3x3", "--out", pack()}).code, 0);
  const std::string other = read(pack());
  expect_refused({"merge", shard("3"), "--out", pack()}, "move the pack away");
  EXPECT_EQ(read(pack()), other);
}

// --- The sort ------------------------------------------------------------------------------------

TEST(CandidateRuns, GiveEveryClassOnceInOrder) {
  const TemporaryFolder folder;
  plain::Rng rng(5);
  std::map<std::string, std::set<std::string>> expected;
  std::vector<CandidateRun> runs;
  for (int run = 0; run < 7; ++run) {
    Candidates candidates(static_cast<std::size_t>(run == 3 ? 0 : 500));
    for (ClassCandidate& candidate : candidates) {
      candidate.key = std::to_string(plain::random_below(rng, 800));
      candidate.file = std::string(static_cast<std::size_t>(plain::random_below(rng, 5000)), 'f');
      candidate.seed = static_cast<std::uint64_t>(plain::random_below(rng, 3));
      candidate.packed = CertificateFrame::of(std::to_string(candidate.seed));
      expected[candidate.key].insert(candidate.packed.frame);
    }
    std::sort(candidates.begin(), candidates.end(),
              [](const auto& a, const auto& b) { return a.key < b.key; });
    runs.emplace_back(folder.path());
    for (const ClassCandidate& candidate : candidates) runs.back().add(candidate);
  }
  EXPECT_TRUE(names_in(folder.path()).empty()) << "runs have no names";
  auto awaited = expected.begin();
  for_each_class(runs, [&](const Candidates& candidates) {
    ASSERT_NE(awaited, expected.end());
    std::set<std::string> frames;
    for (const ClassCandidate& candidate : candidates) {
      EXPECT_EQ(candidate.key, awaited->first);
      EXPECT_EQ(candidate.packed.certificate(), std::to_string(candidate.seed));
      EXPECT_TRUE(frames.insert(candidate.packed.frame).second);
    }
    EXPECT_EQ(frames, awaited->second);
    ++awaited;
  });
  EXPECT_EQ(awaited, expected.end());
}

TEST(CandidateRuns, OfRepeatsKeepWhatIsKnown) {
  Candidates candidates(3);
  for (ClassCandidate& candidate : candidates) candidate.packed = CertificateFrame::of("same");
  candidates[0].file = "a";
  candidates[1].file = "there";
  candidates[1].is_present = true;
  candidates[2].is_verified = true;
  drop_repeats(candidates);
  ASSERT_EQ(candidates.size(), 1U);
  EXPECT_TRUE(candidates[0].is_present);
  EXPECT_TRUE(candidates[0].is_verified);
  EXPECT_EQ(candidates[0].file, "there");
}

}  // namespace
}  // namespace onyx::test
