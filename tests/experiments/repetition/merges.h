// Fixtures for tests of merges: one search, as a whole and in three shards; forged certificates.
#pragma once

#include <memory>
#include <stdexcept>
#include <string>

#include "tests/experiments/repetition/searches.h"

namespace onyx::test {

/// Removes the field `shard` from each certificate, because only this field may differ between the
/// whole search and its shards.
inline Files without_shards(Files files) {
  for (auto& [name, text] : files) {
    nlohmann::ordered_json certificate = nlohmann::ordered_json::parse(text);
    certificate.at("about").erase("shard");
    text = certificate.dump();
  }
  return files;
}

template <class Change>
void edit(const Path& file, Change&& change) {
  nlohmann::ordered_json json = nlohmann::ordered_json::parse(read(file));
  change(json);
  write(file, json.dump(1) + "\n");
}

inline Path checkpoint_in(const Path& folder) {
  for (const std::string& name : names_in(folder)) {
    if (name.starts_with("search-")) return folder / name;
  }
  throw std::runtime_error("no checkpoint in " + folder.string());
}

inline Path certificate_in(const Path& folder) {
  for (const std::string& name : names_in(folder)) {
    if (is_certificate(name)) return folder / name;
  }
  throw std::runtime_error("no certificate in " + folder.string());
}

class Merged : public testing::Test {
 protected:
  // All tests of a process share one search, whole and in shards.
  static void SetUpTestSuite() {
    searches_ = std::make_unique<TemporaryFolder>();
    run_onyx(search_arguments(*searches_ / "whole"));
    for (const std::string& shard : Texts{"1", "2", "3"}) {
      run_onyx(with(search_arguments(*searches_ / ("shards/" + shard)), {"--shard", shard + "/3"}));
    }
  }
  static void TearDownTestSuite() { searches_.reset(); }

  void SetUp() override {
    ASSERT_FALSE(certificates_in(whole()).empty());
    std::filesystem::copy(searches_->path() / "shards", shards(),
                          std::filesystem::copy_options::recursive);
  }

  static Path whole() { return searches_->path() / "whole"; }
  // Each test has its own copy of the shards. All classes are in folder "3".
  Path shards() const { return folder_.path() / "shards"; }
  std::string shard(const std::string& number) const { return (shards() / number).string(); }
  std::string out() const { return folder_ / "out"; }

  Result merge(const Arguments& more = {}) const {
    return run_onyx(with({"merge", shards().string(), "--out", out()}, more));
  }
  void expect_whole() const {
    EXPECT_EQ(without_shards(certificates_in(out())), without_shards(certificates_in(whole())));
  }

  TemporaryFolder folder_;

 private:
  static inline std::unique_ptr<TemporaryFolder> searches_;
};

/// Empties the strategies of a certificate, and makes it claim to be the earliest find.
inline void forge(const Path& file) {
  edit(file, [](auto& json) {
    json["strategies"] = {{"V", nlohmann::json::object()}, {"H", nlohmann::json::object()}};
    json["about"]["seed"] = "0";
    json["about"]["number"] = "0";
  });
}

}  // namespace onyx::test
