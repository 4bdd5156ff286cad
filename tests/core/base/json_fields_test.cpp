// JSON fields: their values, and the messages about fields of the wrong type.

#include "core/base/json_fields.h"

#include <gtest/gtest.h>

namespace onyx {
namespace {

constexpr const char* kText = R"({
  "format": "onyx-test", "version": 1, "name": "n", "count": 18446744073709551615, "time": 0.5,
  "is": true, "words": ["a", "b"], "run": {"seconds": 3}, "list": [{"x": 1}, {"x": 2}]})";

std::string complaint_of(const std::function<void()>& read) {
  try {
    read();
  } catch (const FieldError& error) {
    return error.what();
  }
  return "";
}

TEST(JsonFields, AreReadByType) {
  const auto json = parse_json(kText);
  const JsonFields fields(json);
  fields.require_format("onyx-test", 1);
  EXPECT_EQ(fields.text("name"), "n");
  EXPECT_EQ(fields.count("count"), UINT64_MAX);
  EXPECT_EQ(fields.count_if_any("none"), std::nullopt);
  EXPECT_EQ(fields.amount("time"), 0.5);
  EXPECT_TRUE(fields.flag("is"));
  EXPECT_EQ(fields.texts("words"), (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(fields.object("run").amount("seconds"), 3);
  const auto list = fields.objects("list");
  ASSERT_EQ(list.size(), 2U);
  EXPECT_EQ(list[1].count("x"), 2U);
  std::uint64_t sum = 0;
  list[1].for_each_count([&](const std::string& key, std::uint64_t count) {
    EXPECT_EQ(key, "x");
    sum += count;
  });
  EXPECT_EQ(sum, 2U);
}

TEST(JsonFields, WrongOnesAreNamed) {
  const auto json = parse_json(R"({"run": {"seconds": -1, "next": 1.5, "state": 3, "who": [1]},
                                   "list": [{"x": 1}, 2]})");
  const JsonFields fields(json);
  const JsonFields run = fields.object("run");
  const std::vector<std::pair<std::function<void()>, const char*>> cases{
      {[&] { run.amount("seconds"); }, R"("run.seconds" must be a number, 0 or more)"},
      {[&] { run.count("seconds"); }, R"("run.seconds" must be a whole number, 0 or more)"},
      {[&] { run.count("next"); }, R"("run.next" must be a whole number, 0 or more)"},
      {[&] { run.count_if_any("next"); }, R"("run.next" must be a whole number, 0 or more)"},
      {[&] { run.text("state"); }, R"("run.state" must be text)"},
      {[&] { run.count("state", 2); }, R"("run.state" must be at most 2)"},
      {[&] { run.flag("state"); }, R"("run.state" must be true or false)"},
      {[&] { run.texts("state"); }, R"("run.state" must be a list)"},
      {[&] { run.texts("who"); }, R"("run.who[0]" must be text)"},
      {[&] { run.text("none"); }, R"(the key "run.none" is missing)"},
      {[&] { run.object("state"); }, R"("run.state" must be an object)"},
      {[&] { fields.objects("list"); }, R"("list[1]" must be an object)"},
      {[&] { fields.require_format("onyx-test", 1); }, R"(the key "format" is missing)"},
  };
  for (const auto& [read, complaint] : cases) EXPECT_EQ(complaint_of(read), complaint);
  for (const char* text : {"[]", "3", "null"}) {
    const auto other = parse_json(text);
    EXPECT_EQ(complaint_of([&] { JsonFields{other}; }), "it is not a JSON object");
  }
}

TEST(JsonFields, InvalidJsonIsReportedWithItsLine) {
  EXPECT_EQ(complaint_of([] { parse_json("{\n \"a\": 1,\n oops}"); }),
            "it is not valid JSON (line 3, column 2)");
  for (const char* text : {"", "{", "{} {}", "\xff", "\"\xff\"", "[1e999]"}) {
    EXPECT_NE(complaint_of([&] { parse_json(text); }), "") << text;
  }
}

}  // namespace
}  // namespace onyx
