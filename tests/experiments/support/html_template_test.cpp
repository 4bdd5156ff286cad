// Tests page templates: values, sections and refusals.

#include "experiments/support/html_template.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace onyx::test {
namespace {

using Values = nlohmann::ordered_json;

TEST(Template, FillsInValuesAndSections) {
  const Values values{{"name", "a<b"},
                      {"count", 2},
                      {"none", Values::array()},
                      {"list", {{{"name", "x"}}, {{"other", 1}}}},
                      {"numbers", {1, 2}}};
  EXPECT_EQ(rendered("{{name}} {{&name}} {{count}}", values), "a&lt;b a<b 2");
  EXPECT_EQ(rendered("{{#list}}\n[{{name}}]\n{{/list}}\nend", values), "[x]\n[a&lt;b]\nend");
  EXPECT_EQ(rendered("{{#numbers}}{{.}},{{/numbers}}{{#count}}!{{/count}}", values), "1,2,!");
  EXPECT_EQ(rendered("{{#none}}no{{/none}}{{^none}}yes{{/none}}{{^missing}}!{{/missing}}", values),
            "yes!");
  EXPECT_THROW(rendered("{{missing}}", values), std::logic_error);
  EXPECT_THROW(rendered("{{#list}}", values), std::logic_error);
}

}  // namespace
}  // namespace onyx::test
