// Tests onyx merge and onyx status: joined shards equal the whole search, even after kills and
// damage; messages name missing, damaged and different files.

#include <sys/stat.h>

#include <set>

#include "experiments/repetition/merge/result_files.h"
#include "tests/experiments/repetition/merges.h"
#include "tests/plain/rules.h"

namespace onyx::test {
namespace {

// --- What it joins -------------------------------------------------------------------------------

TEST_F(Merged, ShardsEqualTheWholeSearch) {
  const Result result = merge({"--verify", "100", "--json"});
  EXPECT_EQ(result.code, 0) << result;
  EXPECT_EQ(result.err, "");
  expect_whole();
  EXPECT_EQ(certificates_in(out()), certificates_in(shard("3"))) << "copied to the byte";
  const nlohmann::json json = result.json();
  const std::size_t count = certificates_in(whole()).size();
  EXPECT_EQ(json.at("directories"), 3);
  EXPECT_EQ(json.at("certificates"), count);
  EXPECT_EQ(json.at("classes"), count);
  EXPECT_EQ(json.at("repeats"), 0);
  EXPECT_EQ(json.at("verified"), count);
  EXPECT_EQ(json.at("rejected"), 0);
  EXPECT_EQ(json.at("programs").size(), 1U);
  ASSERT_EQ(json.at("series").size(), 1U);
  EXPECT_EQ(json.at("series")[0].at("missing_count"), 0);
  EXPECT_TRUE(json.at("series")[0].at("incomplete").empty());
}

TEST_F(Merged, TheOrderOfFoldersAndThreadsDoNotMatter) {
  // Make copies of shard 3 whose classes claim to have been found earlier and later.
  for (const auto& [name, number] :
       std::map<std::string, std::string>{{"early", "5"}, {"late", "1000"}}) {
    std::filesystem::copy(shard("3"), shards() / name);
    for (const auto& [file, text] : certificates_in(shards() / name)) {
      edit(shards() / name / file,
           [&number = number](auto& json) { json.at("about").at("number") = number; });
    }
  }
  std::filesystem::remove(certificate_in(shards() / "early"));
  std::optional<Files> first;
  for (const Texts& order : {Texts{"early", "late", "3"}, {"3", "late", "early"}}) {
    for (const std::string& threads : Texts{"1", "4"}) {
      std::filesystem::remove_all(out());
      Arguments arguments = {"merge", "--out", out(), "--threads", threads};
      for (const std::string& name : order) arguments.push_back(shard(name));
      const Result result = run_onyx(arguments);
      EXPECT_EQ(result.code, 0) << result;
      Files files = certificates_in(out());
      files["merge.json"] = read(Path(out()) / "merge.json");
      if (!first) first = files;
      EXPECT_EQ(files, *first);
    }
  }
  std::multiset<std::string> numbers;
  for (const auto& [name, text] : certificates_in(out())) {
    numbers.insert(nlohmann::json::parse(text).at("about").at("number").get<std::string>());
  }
  const std::size_t count = certificates_in(whole()).size();
  EXPECT_EQ(numbers.count("5"), count - 1) << "what was found first is kept";
  EXPECT_EQ(numbers.count(std::to_string(kSearch.found)), 1U);
}

TEST_F(Merged, AddsToAnEarlierMerge) {
  EXPECT_EQ(run_onyx({"merge", shard("1"), shard("2"), "--out", out()}).code, 0);
  EXPECT_TRUE(certificates_in(out()).empty());
  const std::size_t count = certificates_in(whole()).size();
  const Result more = run_onyx({"merge", shard("3"), "--out", out(), "--json"});
  EXPECT_EQ(more.json().at("added"), count) << more;
  expect_whole();
  // A second merge finds only repeats, and so does a third.
  for (int i = 0; i < 2; ++i) {
    const Result again = merge({"--json"});
    EXPECT_EQ(again.json().at("added"), 0) << again;
    EXPECT_EQ(again.json().at("repeats"), count) << again;
    EXPECT_EQ(again.json().at("classes"), count) << again;
  }
  expect_whole();
}

TEST_F(Merged, FoldersCountOnceAndTheOutputIsNotAnInput) {
  const std::string inside = (shards() / "all").string();
  for (int i = 0; i < 2; ++i) {
    const Result result = run_onyx({"merge", shards().string(), shard("3"), shards().string() + "/",
                                    "--out", inside, "--json"});
    EXPECT_EQ(result.code, 0) << result;
    EXPECT_EQ(result.json().at("directories"), 3);
    EXPECT_EQ(result.json().at("repeats"), 0);
    EXPECT_EQ(certificates_in(inside), certificates_in(shard("3")));
  }
  expect_refused({"merge", shard("3"), shard("1"), "--out", shard("3") + "/"}, "both");
}

TEST_F(Merged, TheSameAfterKills) {
  // Verify nothing, because the sample differs in each run.
  const Result undisturbed = merge({"--verify", "0"});
  Files expected = certificates_in(out());
  expected["merge.json"] = read(Path(out()) / "merge.json");
  std::filesystem::remove_all(out());
  plain::Rng rng(41);
  for (int i = 0; i < 20; ++i) {
    Process process(onyx_command({"merge", shards().string(), "--out", out(), "--verify", "0"}));
    std::this_thread::sleep_for(std::chrono::milliseconds(plain::random_below(rng, 60)));
    process.send(SIGKILL);
    process.wait();
    if (!std::filesystem::exists(out())) continue;
    for (const auto& [name, text] : certificates_in(out())) EXPECT_EQ(text, expected[name]);
    if (i % 7 == 6) std::filesystem::remove_all(out());
  }
  const Result result = merge({"--verify", "0"});
  EXPECT_EQ(result.code, 0) << result;
  EXPECT_EQ(result.out, undisturbed.out);
  Files files;
  for (const std::string& name : names_in(out())) files[name] = read(Path(out()) / name);
  EXPECT_EQ(files, expected) << "and nothing else is left behind";
}

TEST_F(Merged, EqualHashesGiveTwoFiles) {
  ASSERT_EQ(merge().code, 0);
  // Give the first file the wrong class, as if two keys had one hash. This file must stay.
  const Texts names = names_in(shard("3"));
  const Path first = Path(out()) / names[0];
  const std::string text = read(Path(out()) / names[1]);
  write(first, text);
  ASSERT_EQ(merge().code, 0);
  EXPECT_EQ(read(first), text);
  const std::string stem = names[0].substr(0, names[0].find(".cert.json"));
  EXPECT_EQ(read(Path(out()) / (stem + "-2.cert.json")), read(shards() / "3" / names[0]));
}

// --- What it reports -----------------------------------------------------------------------------

TEST_F(Merged, NamesMissingShards) {
  std::filesystem::remove_all(shard("2"));
  const Result text = merge();
  EXPECT_EQ(text.code, 0) << text;
  EXPECT_NE(text.err.find("1 missing: number 2"), std::string::npos) << text;
  EXPECT_NE(text.out.find("1 missing, 0 incomplete"), std::string::npos) << text;
  const nlohmann::json series = merge({"--json"}).json().at("series").at(0);
  EXPECT_EQ(series.at("missing"), nlohmann::json::parse("[[2, 2]]"));
}

TEST_F(Merged, NamesIncompleteShardsAndOtherSettings) {
  edit(checkpoint_in(shard("1")), [](auto& json) { json["state"] = "running"; });
  edit(checkpoint_in(shard("2")), [](auto& json) { json["asked"] = 50; });
  std::filesystem::create_directory(shards() / "4");
  const Path other = shards() / "4" / checkpoint_in(shard("1")).filename();
  std::filesystem::copy(checkpoint_in(shard("1")), other);
  edit(other, [](auto& json) { json["settings"] = "crowds of another kind"; });
  const Result result = merge();
  EXPECT_EQ(result.code, 0) << result;
  EXPECT_NE(result.out.find("0 missing, 2 incomplete, 1 with other settings"), std::string::npos)
      << result;
  for (const std::string& token : Texts{"shard 1/3 is not complete: running or killed",
                                        "shard 2/3 is not complete: asked for 50 positions only",
                                        "shard 1/3 was made with other settings: crowds"}) {
    EXPECT_NE(result.err.find(token), std::string::npos) << token << '\n' << result;
  }
  const nlohmann::json series = merge({"--json"}).json().at("series").at(0);
  EXPECT_EQ(series.at("incomplete").size(), 2U);
  EXPECT_EQ(series.at("other_settings").size(), 1U);
}

TEST_F(Merged, OldAndDamagedCheckpointsAreIncomplete) {
  edit(checkpoint_in(shard("1")), [](auto& json) { json.erase("state"); });
  write(checkpoint_in(shard("2")), "{\"format\": ");
  const Result result = merge();
  EXPECT_EQ(result.code, 0) << result;
  for (const std::string& shard : Texts{"shard 1/3", "shard 2/3"}) {
    EXPECT_NE(result.err.find(shard + " is not complete: its checkpoint is damaged"),
              std::string::npos)
        << result;
  }
  expect_whole();
}

TEST_F(Merged, RefusesMixedVersions) {
  edit(checkpoint_in(shard("1")), [](auto& json) { json["program"] = "onyx 0.1-test"; });
  Result result = merge();
  EXPECT_EQ(result.code, 2) << result;
  EXPECT_NE(result.err.find("onyx 0.1-test"), std::string::npos) << result;
  const std::string version = lines_of(run_onyx({"--version"}).out).front();
  EXPECT_NE(result.err.find(version), std::string::npos) << result;
  EXPECT_FALSE(std::filesystem::exists(out())) << "nothing is written";
  EXPECT_EQ(merge({"--mixed-versions"}).code, 0);
  expect_whole();
  // Versions are also compared with the output folder and with certificates that have no
  // checkpoint.
  std::filesystem::remove_all(shard("1"));
  EXPECT_EQ(merge().code, 2);
  std::filesystem::remove_all(out());
  edit(certificate_in(shard("3")), [](auto& json) { json["about"]["program"] = "onyx 0.2-test"; });
  result = merge();
  EXPECT_EQ(result.code, 2) << result;
  EXPECT_NE(result.err.find("onyx 0.2-test"), std::string::npos) << result;
}

TEST_F(Merged, LeavesOutWhatTheCheckerRejects) {
  const Path tampered = certificate_in(shard("3"));
  edit(tampered, [](auto& json) {
    auto& strategy = json["strategies"]["V"];
    strategy.erase(strategy.begin());
  });
  EXPECT_EQ(merge({"--verify", "0"}).code, 0) << "not looked at";
  std::filesystem::remove_all(out());
  const Path torn = shards() / "2" / "5x5-0.cert.json";
  write(torn, "{\"format\": \"onyx-certificate\", ");
  const Result result = merge({"--verify", "100"});
  EXPECT_EQ(result.code, 1) << result;
  EXPECT_NE(result.err.find(tampered.string() + "' left out: "), std::string::npos) << result;
  EXPECT_NE(result.err.find(torn.string() + "' left out: "), std::string::npos) << result;
  Files expected = certificates_in(shard("3"));
  expected.erase(tampered.filename().string());
  EXPECT_EQ(certificates_in(out()), expected);
  // Another certificate of that class takes the place of the rejected one.
  std::filesystem::copy(whole() / tampered.filename(), shards() / "1" / "copy.cert.json");
  EXPECT_EQ(merge({"--verify", "100"}).code, 1);
  expect_whole();
}

TEST_F(Merged, NothingUnprovedReplacesAProof) {
  ASSERT_EQ(merge().code, 0);
  const Files proved = certificates_in(out());
  const std::string forged = folder_ / "forged";
  std::filesystem::copy(out(), forged);
  for (const auto& [name, text] : proved) forge(Path(forged) / name);
  const Result result = run_onyx({"merge", forged, "--out", out(), "--verify", "0", "--json"});
  EXPECT_EQ(result.code, 1) << result;
  EXPECT_EQ(result.json().at("rejected"), proved.size());
  EXPECT_EQ(result.json().at("repaired"), 0);
  EXPECT_EQ(certificates_in(out()), proved);
  // Forged certificates must lose to valid ones even if both are merged together, in any order.
  for (const Texts& order : {Texts{forged, shard("3")}, Texts{shard("3"), forged}}) {
    std::filesystem::remove_all(out());
    const Result both =
        run_onyx({"merge", order[0], order[1], "--out", out(), "--verify", "0", "--threads", "1"});
    EXPECT_EQ(both.code, 1) << both;
    EXPECT_EQ(certificates_in(out()), proved);
  }
}

TEST_F(Merged, RepairsAFolder) {
  ASSERT_EQ(merge().code, 0);
  const Files proved = certificates_in(out());
  const auto spoil = [&] {
    for (const auto& [name, text] : proved) forge(Path(out()) / name);
    write(Path(out()) / proved.begin()->first, "{\"format\": ");
  };
  spoil();
  Result result = merge({"--verify", "0", "--json"});
  EXPECT_EQ(result.code, 0) << result;
  EXPECT_EQ(result.json().at("repaired"), proved.size());
  EXPECT_EQ(result.json().at("unsound"), 0);
  EXPECT_EQ(certificates_in(out()), proved);
  spoil();
  const Path kept = Path(out()) / proved.rbegin()->first;
  const Path other = certificate_in(shards() / "3").parent_path() / proved.rbegin()->first;
  edit(other, [](auto& json) { json["strategies"]["V"] = nlohmann::json::object(); });
  result = merge({"--verify", "0"});
  EXPECT_EQ(result.code, 1) << result;
  EXPECT_NE(result.out.find(std::to_string(proved.size() - 1) + " invalid ones replaced, 1 left"),
            std::string::npos)
      << result;
  for (const Path& file : {kept, other}) {
    EXPECT_NE(result.err.find("'" + file.string() + "' "), std::string::npos) << result;
  }
}

// The sample must be random; otherwise a forger could alter only unsampled certificates.
TEST_F(Merged, TheSampleDiffersInEachRun) {
  const Path forged = certificate_in(shards() / "3");
  forge(forged);
  std::set<int> codes;
  for (int i = 0; i < 60 && codes.size() < 2; ++i) {
    std::filesystem::remove_all(out());
    const Result result = merge({"--verify", "50"});
    EXPECT_NE(result.out.find("verified: 50 %, chosen at random"), std::string::npos) << result;
    codes.insert(result.code);
  }
  EXPECT_EQ(codes, (std::set<int>{0, 1}));
}

TEST_F(Merged, JoinsOneCycleFromAllItsPositions) {
  const auto json = nlohmann::json::parse(read(certificate_in(shard("3"))));
  const std::string position = json.at("position");
  const std::string next =
      lines_of(run_onyx({"play", position, json.at("line").at("cycle").at(0)}).out).at(0);
  const std::string inputs = folder_ / "inputs";
  std::filesystem::create_directory(inputs);
  int number = 0;
  for (const std::string& on_it : {next, position}) {
    const std::string file = inputs + "/" + std::to_string(++number) + ".cert.json";
    ASSERT_EQ(run_onyx({"solve", on_it, "--certificate", file}).code, 0);
  }
  const Result result = run_onyx({"merge", inputs, "--out", out(), "--verify", "100"});
  EXPECT_EQ(result.code, 0) << result;
  EXPECT_NE(result.out.find("(1 repeat, 2 verified, 0 rejected)"), std::string::npos) << result;
  EXPECT_NE(result.out.find("1 class in "), std::string::npos) << result;
  // If the search is also merged, its certificate is kept, because it names the origin.
  EXPECT_EQ(merge({"--mixed-versions"}).code, 0);
  expect_whole();
}

TEST_F(Merged, LeavesOutOtherCertificates) {
  const std::string inputs = folder_ / "inputs";
  std::filesystem::create_directory(inputs);
  write(inputs + "/won.cert.json", "");
  ASSERT_EQ(run_onyx({"solve", "open:2x3", "--certificate", inputs + "/won.cert.json"}).code, 0);
  auto json = nlohmann::json::parse(read(certificate_in(shard("3"))));
  json["line"]["prefix"] = nlohmann::json::array({json["line"]["cycle"][0]});
  write(inputs + "/before.cert.json", json.dump());
  json["line"]["prefix"] = nlohmann::json::array();
  json["line"]["cycle"].erase(0);
  write(inputs + "/open.cert.json", json.dump());
  write(inputs + "/nothing.cert.json", R"({"position": "open:4x4"})");
  const Result result = run_onyx({"merge", inputs, "--out", out(), "--verify", "0"});
  EXPECT_EQ(result.code, 1) << result;
  EXPECT_TRUE(certificates_in(out()).empty());
  for (const char* why : {"its claim is \"H wins\"", "its position is not on its cycle"}) {
    EXPECT_NE(result.err.find(why), std::string::npos) << result;
  }
}

TEST_F(Merged, RefusesBadInput) {
  const std::string good = shard("3");
  expect_refused({"merge", "--out", out()}, "DIR");
  expect_refused({"merge", good}, "--out");
  expect_refused({"merge", folder_ / "none", "--out", out()}, "none");
  expect_refused({"merge", certificate_in(good).string(), "--out", out()}, "not a folder");
  for (const std::string& percent : Texts{"-1", "101", "x", "1.5", ""}) {
    expect_refused({"merge", good, "--out", out(), "--verify", percent}, "--verify");
  }
  std::filesystem::create_directory(folder_ / "empty");
  expect_refused({"merge", folder_ / "empty", "--out", out()}, "*.cert.json");
  expect_refused({"status", folder_ / "empty"}, "search-*.json");
  expect_refused({"status", folder_ / "none"}, "none");
  write(folder_ / "file", "");
  expect_refused({"merge", good, "--out", folder_ / "file"}, "file");
  ASSERT_EQ(merge().code, 0);
  write(Path(out()) / "merge.json", "[");
  expect_refused({"merge", good, "--out", out()}, "merge.json");
  ASSERT_EQ(::mkfifo((shards() / "pipe.cert.json").c_str(), 0600), 0);
  expect_refused({"merge", shards().string(), "--out", folder_ / "new"}, "pipe.cert.json");
}

// --- Status --------------------------------------------------------------------------------------

// A user may call the last shard 0 or N. Messages call it N.
TEST_F(Merged, StatusNamesAMissingLastShard) {
  std::filesystem::remove_all(shard("3"));
  const Result text = run_onyx({"status", shards().string()});
  EXPECT_NE(text.out.find("1 missing: number 3\n"), std::string::npos) << text;
  EXPECT_NE(merge().err.find("1 missing: number 3"), std::string::npos);
}

TEST_F(Merged, StatusOfFinishedAndMissingShards) {
  std::filesystem::remove_all(shard("2"));
  const Result text = run_onyx({"status", shards().string()});
  EXPECT_EQ(text.code, 0) << text;
  const std::string head =
      "5x5, seed " + std::to_string(kSearch.seed) + ", 3 shards: random crowded";
  EXPECT_NE(text.out.find(head), std::string::npos) << text;
  EXPECT_NE(text.out.find("2 of 3 finished, 0 running, 1 missing: number 2"), std::string::npos)
      << text;
  const nlohmann::json json = run_onyx({"status", shard("1"), shard("3"), "--json"}).json().at(0);
  EXPECT_EQ(json.at("finished"), 2);
  EXPECT_EQ(json.at("missing"), nlohmann::json::parse("[[2, 2]]"));
  EXPECT_EQ(json.at("classes"), certificates_in(whole()).size());
  ASSERT_EQ(json.at("present").size(), 2U);
  EXPECT_EQ(json.at("present")[0].at("shard"), 1);
  EXPECT_EQ(json.at("present")[1].at("shard"), 3);
  EXPECT_EQ(json.at("present")[0].at("done"), 1.0);
  EXPECT_EQ(json.at("present")[0].at("state"), "finished");
  // A shard's rates cover all its runs. The total covers only active runs; here there are none.
  const nlohmann::json shard = json.at("present")[0];
  EXPECT_GT(shard.at("states_per_second"), 0);
  EXPECT_EQ(shard.at("classes_per_minute") == 0, shard.at("classes") == 0);
  EXPECT_EQ(json.at("states_per_second"), nullptr);
}

// A terminal would execute control characters in the names of folders.
TEST_F(Merged, StatusShowsNamesWithoutControlCharacters) {
  std::filesystem::rename(shard("1"), shard("\x1b[2J\n\xc2\x9b \xc3\xa9\x7f"));
  const Result result = run_onyx({"status", shards().string()});
  EXPECT_EQ(result.code, 0) << result;
  EXPECT_NE(result.out.find("/\\x1b[2J\\x0a\\xc2\\x9b \xc3\xa9\\x7f\n"), std::string::npos)
      << result;
}

TEST_F(Merged, StatusOfUnfinishedShards) {
  const auto set_pace = [](auto& json) {
    json["state"] = "running";
    json["asked"] = 400;
    json["asked"] = 400;
    json["next"] = 100;
    json["positions"] = 33;
    json["run"] = {
        {"seconds", 1000}, {"numbers", 50}, {"positions", 17}, {"states", 5000}, {"classes", 100}};
  };
  edit(checkpoint_in(shard("1")), set_pace);
  edit(checkpoint_in(shard("2")), set_pace);
  edit(checkpoint_in(shard("3")), [](auto& json) { json["state"] = "stopped"; });
  // The clock of one writer is ahead; another run has been silent for a long time.
  using Clock = std::filesystem::file_time_type::clock;
  const auto set_time = [](const Path& file, std::chrono::seconds shift) {
    std::filesystem::last_write_time(file, Clock::now() + shift);
  };
  set_time(checkpoint_in(shard("1")), std::chrono::hours(1));
  set_time(checkpoint_in(shard("2")), -std::chrono::hours(1));
  const nlohmann::json json = run_onyx({"status", shards().string(), "--json"}).json().at(0);
  const nlohmann::json& running = json.at("present").at(0);
  const nlohmann::json& silent = json.at("present").at(1);
  const nlohmann::json& stopped = json.at("present").at(2);
  EXPECT_EQ(stopped.at("state"), "stopped");
  EXPECT_EQ(running.at("state"), "running");
  EXPECT_EQ(running.at("done"), 0.25);
  EXPECT_EQ(running.at("states_per_second"), 5.0);
  EXPECT_EQ(running.at("classes_per_minute"), 6.0);
  EXPECT_EQ(running.at("seconds_left"), 6000.0);
  EXPECT_EQ(silent.at("state"), "silent");
  EXPECT_EQ(silent.at("seconds_left"), nullptr);
  EXPECT_EQ(json.at("seconds_left"), 6000.0);
  EXPECT_EQ(json.at("running"), 1);
  const Result text = run_onyx({"status", shards().string()});
  EXPECT_NE(text.out.find("100 min 0 s"), std::string::npos) << text;
}

TEST(Status, ShowsARunningSearch) {
  const TemporaryFolder folder;
  Process process(onyx_command(
      {"search", "--board", "5x5", "--time", "1000", "--shard", "1/2", "--out", folder / "out/1"}));
  const auto has_begun = [&] {
    return std::filesystem::exists(folder / "out/1/search-5x5-seed1-shard1of2.json");
  };
  while (process.is_running() && !has_begun()) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  const nlohmann::json running = run_onyx({"status", folder / "out", "--json"}).json().at(0);
  EXPECT_EQ(running.at("present").at(0).at("state"), "running");
  EXPECT_GT(running.at("seconds_left"), 900);
  EXPECT_EQ(running.at("missing_count"), 1);
  process.send(SIGTERM);
  EXPECT_EQ(process.wait().code, 130);
  const nlohmann::json stopped = run_onyx({"status", folder / "out", "--json"}).json().at(0);
  EXPECT_EQ(stopped.at("present").at(0).at("state"), "stopped");
}

TEST_F(Merged, StatusOfDamagedCheckpoints) {
  const Path file = checkpoint_in(shard("1"));
  const std::string whole = read(file);
  for (const auto& [key, value] :
       std::vector<std::pair<std::string, nlohmann::json>>{{"state", "asleep"},
                                                           {"asked", -1},
                                                           {"run", 3},
                                                           {"run", {{"seconds", -1}}},
                                                           {"run", {{"seconds", "1"}}},
                                                           {"next", 1.5},
                                                           {"format", "other"},
                                                           {"program", 1}}) {
    write(file, whole);
    edit(file, [&key = key, &value = value](auto& json) { json[key] = value; });
    const Result result = run_onyx({"status", shards().string(), "--json"});
    EXPECT_EQ(result.code, 0) << result;
    EXPECT_EQ(result.json().at(0).at("present").at(0).at("state"), "damaged") << key;
  }
}

// --- Names and series ----------------------------------------------------------------------------

TEST(Shards, NamesOfCheckpoints) {
  const ShardName name{{5, 4}, 18446744073709551615U, 2, 30};
  EXPECT_EQ(parse_checkpoint_name(checkpoint_name(name)), name);
  for (const std::string& text :
       Texts{"", "search-", "search-5x4-seed1-shard2of2.json", "search-5x4-seed01-shard0of2.json",
             "search-5x99-seed1-shard0of2.json", "search-5x4-seed1-shard0of2.json.bak",
             "search-5x4-seed1-shard0of2.json.onyx-1.tmp", "search-5x4-seed-1-shard0of2.json",
             "search-5x4-seed1-shard0of99999999999999999999.json"}) {
    EXPECT_EQ(parse_checkpoint_name(text), std::nullopt) << text;
  }
}

TEST(Shards, MissingOnesAsRanges) {
  std::vector<ShardResult> shards;
  for (const std::uint64_t number : {7U, 3U, 4U, 7U}) {
    ShardResult shard;
    shard.file = std::to_string(shards.size());
    shard.name = {{5, 5}, 1, number, 1'000'000'000};
    shards.push_back(shard);
  }
  const std::vector<Series> all = series_of(shards);
  ASSERT_EQ(all.size(), 1U);
  EXPECT_EQ(all[0].shards.size(), 3U);
  EXPECT_EQ(to_text(all[0].missing), "1-2, 5-6, 8-1000000000");
  EXPECT_EQ(all[0].missing_count, 999'999'997U);
}

}  // namespace
}  // namespace onyx::test
