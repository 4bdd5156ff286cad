// Detects the kind of a file, apart from the judges, because some judges need zstd.
#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>

#include "solver/referee/binary_file.h"

namespace onyx::referee {

File file_of(std::string_view bytes) {
  return {bytes.size(), [bytes](std::uint64_t offset, std::size_t count, char* to) {
            std::copy_n(bytes.data() + offset, count, to);
          }};
}

namespace {

// Reads up to the "format" of the outermost object.
class FormatReader : public nlohmann::json_sax<nlohmann::json> {
 public:
  std::string format;

  bool key(std::string& name) override {
    is_format_ = depth_ == 1 && name == "format";
    return true;
  }
  bool string(std::string& text) override {
    if (is_format_) format = text;
    return !is_format_;
  }
  bool start_object(std::size_t) override { return enter(); }
  bool start_array(std::size_t) override { return enter(); }
  bool end_object() override { return leave(); }
  bool end_array() override { return leave(); }
  bool null() override { return !is_format_; }
  bool boolean(bool) override { return !is_format_; }
  bool number_integer(std::int64_t) override { return !is_format_; }
  bool number_unsigned(std::uint64_t) override { return !is_format_; }
  bool number_float(double, const std::string&) override { return !is_format_; }
  bool binary(nlohmann::json::binary_t&) override { return false; }
  bool parse_error(std::size_t, const std::string&, const nlohmann::json::exception&) override {
    return false;
  }

 private:
  bool enter() {
    ++depth_;
    return !is_format_;
  }
  bool leave() {
    --depth_;
    return true;
  }

  std::size_t depth_ = 0;   // number of open objects and arrays
  bool is_format_ = false;  // whether the next value is the format
};

bool is_game(const File& file) {
  constexpr std::uint64_t kMostBefore = 1 << 16;
  const std::string begin = bytes_at(file, 0, std::min(file.bytes, kMostBefore));
  FormatReader reader;
  nlohmann::json::sax_parse(begin.begin(), begin.end(), &reader);
  return reader.format == "onyx-game";
}

}  // namespace

Kind kind_of(const File& file) {
  if (begins_with(file, "OnyxCtz")) return Kind::compact;
  if (begins_with(file, "OnyxPak")) return Kind::pack;
  if (begins_with(file, "OnyxTbl")) return Kind::table;
  return is_game(file) ? Kind::game : Kind::certificate;
}

}  // namespace onyx::referee
