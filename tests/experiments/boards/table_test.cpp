// Tests the output and refusals of onyx strong --table, and of onyx query and check on tables.

#include "tests/experiments/program.h"
#include "tests/sanitized.h"

namespace onyx::test {
namespace {

class TableCommands : public testing::Test {
 protected:
  void SetUp() override { ASSERT_EQ(run_onyx({"strong", "3x3", "--table", table_}).code, 0); }

  TemporaryFolder folder_;
  const std::string table_ = folder_ / "3x3.table";
};

TEST_F(TableCommands, StrongSaysWhatItWrote) {
  const Result text = run_onyx({"strong", "2x3", "--table", folder_ / "2x3"});
  EXPECT_EQ(text.code, 0) << text;
  EXPECT_NE(text.out.find("table: " + (folder_ / "2x3") + ", "), std::string::npos) << text;
  const Result json = run_onyx({"strong", "2x3", "--json", "--table", folder_ / "2x3"});
  EXPECT_EQ(json.code, 0) << json;
  EXPECT_EQ(json.json().at("table"), folder_ / "2x3");
  EXPECT_EQ(json.json().at("table_bytes"), std::filesystem::file_size(folder_ / "2x3"));
  EXPECT_EQ(names_in(folder_.path()), (Texts{"2x3", "3x3.table"}));
}

TEST_F(TableCommands, TheSameFileForAnyNumberOfThreads) {
  const std::string one = folder_ / "one";
  ASSERT_EQ(run_onyx({"--threads", "1", "strong", "3x3", "--table", one}).code, 0);
  EXPECT_EQ(read(one), read(table_));
}

TEST_F(TableCommands, CheckTakesTablesAndCertificates) {
  const std::string certificate = folder_ / "win.cert.json";
  ASSERT_EQ(run_onyx({"solve", "open:2x2", "--certificate", certificate}).code, 0);
  const Result result = run_onyx({"check", table_, certificate});
  EXPECT_EQ(result.code, 0) << result;
  EXPECT_EQ(result.out,
            table_ +
                ": accepted: table of 3x3: 160996 wins, 121088 losses, 0 draws, 72210 illegal\n" +
                certificate + ": accepted: V wins; open:2x2\n");
}

TEST_F(TableCommands, QueryAnswersAsSolveDoes) {
  const Texts positions = {"open:3x3", "1V1/3/3 - H", "3/1H1/3 AB23:V,BC12:H V", "VV1/H1H/2H - V",
                           "V2/VH1/V1H - H"};
  for (const std::string& position : positions) {
    const Result answer = run_onyx({"query", "--json", table_, position});
    ASSERT_EQ(answer.code, 0) << answer;
    const nlohmann::json solved = run_onyx({"solve", "--json", position}).json();
    const nlohmann::json found = answer.json().at(0);
    EXPECT_EQ(found.at("value"), solved.at("value")) << position;
    EXPECT_EQ(found.at("distance"), solved.at("distance")) << position;
  }
  Arguments all = {"query", table_};
  all.insert(all.end(), positions.begin(), positions.end());
  const Result lines = run_onyx(all);
  EXPECT_EQ(lines.code, 0) << lines;
  ASSERT_EQ(lines_of(lines.out).size(), positions.size());
  EXPECT_EQ(lines_of(lines.out)[0], "3/3/3 - V: V wins in 7 plies");
  EXPECT_EQ(lines_of(lines.out)[4], "V2/VH1/V1H - H: V wins in 0 plies");
  const Result words = run_onyx({"query", table_, "1V1/3/3", "-", "H", "open:3x3"});
  EXPECT_EQ(words.code, 0) << words;
  EXPECT_EQ(lines_of(words.out).size(), 2U);
}

TEST_F(TableCommands, OfManyBlocks) {
  const std::string board = kIsSanitized ? "2x6" : "2x7";
  const std::string table = folder_ / board;
  ASSERT_EQ(run_onyx({"strong", board, "--table", table}).code, 0);
  const Result checked = run_onyx({"check", table});
  EXPECT_EQ(
      checked.out,
      table + ": accepted: table of " +
          (kIsSanitized ? "2x6: 2110040 wins, 4309924 losses, 0 draws, 3145974 illegal\n"
                        : "2x7: 46286845 wins, 119425517 losses, 0 draws, 92567964 illegal\n"));
  for (std::string position :
       {"VH/1V/H1/2/V1/H1/2 AB45:V V", "HV/2/VV/H1/2/HV/1H - H", "2/2/1H/VH/V1/HV/VV - V",
        "HV/HV/2/HV/VH/2/VV AB23:H H", "2/VH/2/1V/H1/V1/2 - V"}) {
    if (kIsSanitized) position.erase(0, position.find('/') + 1);  // removes the top row
    const nlohmann::json solved = run_onyx({"solve", "--json", position}).json();
    const nlohmann::json found = run_onyx({"query", "--json", table, position}).json().at(0);
    EXPECT_EQ(found.at("value"), solved.at("value")) << position;
    EXPECT_EQ(found.at("distance"), solved.at("distance")) << position;
  }
}

TEST_F(TableCommands, QueryRefusesWhatIsNotThere) {
  for (const Arguments& wrong : std::vector<Arguments>{{table_},
                                                       {table_, "open:3x4"},
                                                       {table_, "3/3/3 - X"},
                                                       {table_, "VHH/HV1/1HV - V"},
                                                       {folder_ / "none", "open:3x3"},
                                                       {folder_.path().string(), "open:3x3"},
                                                       {"/dev/null", "open:3x3"}}) {
    Arguments arguments = {"query"};
    arguments.insert(arguments.end(), wrong.begin(), wrong.end());
    const Result result = run_onyx(arguments);
    EXPECT_EQ(result.code, 2) << result;
    EXPECT_EQ(result.out, "");
    EXPECT_EQ(lines_of(result.err).size(), 1U) << result;
  }
}

TEST_F(TableCommands, DamageIsToldWithTheBlock) {
  const std::string good = read(table_);
  const std::string bad = folder_ / "bad";
  write(bad, good.substr(0, good.size() - 1));
  const Result cut = run_onyx({"check", bad});
  EXPECT_EQ(cut.code, 1) << cut;
  EXPECT_TRUE(cut.out.starts_with(bad + ": rejected: block ")) << cut;
  std::string altered = good;
  altered.back() ^= 1;
  write(bad, altered);
  const Result other = run_onyx({"check", bad});
  EXPECT_EQ(other.code, 1) << other;
  EXPECT_TRUE(other.out.starts_with(bad + ": rejected: block ")) << other;
  // The last block of the file belongs to the tier with no midpoint taken, which this query reads.
  const Result query = run_onyx({"query", bad, "1V1/3/3 - H"});
  EXPECT_EQ(query.code, 2) << query;
  EXPECT_NE(query.err.find("block "), std::string::npos) << query;
}

TEST_F(TableCommands, ADiskThatIsFullLeavesNothing) {
  // A limit on file sizes stands in for a full disk.
  const std::string before = read(table_);
  for (const std::string& name : {folder_ / "new", table_}) {
    const Result result =
        Process({"/bin/sh", "-c", "ulimit -f 4; exec \"$0\" strong 3x3 --table \"$1\"",
                 ONYX_PROGRAM, name})
            .wait();
    EXPECT_EQ(result.code, 2) << result;
    EXPECT_EQ(result.out, "");
    EXPECT_NE(result.err.find("cannot write '" + name + "'"), std::string::npos) << result;
  }
  EXPECT_EQ(names_in(folder_.path()), Texts{"3x3.table"});
  EXPECT_EQ(read(table_), before);
}

TEST_F(TableCommands, AKilledRunLeavesTheOldFileAndIsCleanedUpByTheNext) {
  const std::string table = folder_ / "4x4";
  // The board is large enough for the signal to come before the run ends.
  Process killed({ONYX_PROGRAM, "strong", "4x4", "--table", table});
  while (names_in(folder_.path()).size() < 2) std::this_thread::yield();
  killed.send(SIGKILL);
  killed.wait();
  EXPECT_FALSE(std::filesystem::exists(table));
  EXPECT_EQ(names_in(folder_.path()).size(), 2U);
  ASSERT_EQ(run_onyx({"strong", "2x2", "--table", table}).code, 0);
  EXPECT_EQ(names_in(folder_.path()), (Texts{"3x3.table", "4x4"}));
}

TEST_F(TableCommands, NoTableOfADeviceOrAFolder) {
  for (const std::string& name :
       {std::string("/dev/full"), folder_.path().string(), folder_ / "none/table"}) {
    const Result result = run_onyx({"strong", "2x2", "--table", name});
    EXPECT_EQ(result.code, 2) << result;
    EXPECT_EQ(result.out, "");
  }
}

}  // namespace
}  // namespace onyx::test
