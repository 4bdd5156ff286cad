#include "experiments/known/judged_once.h"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <bit>
#include <cstdlib>

#include "experiments/files/files.h"
#include "experiments/files/input.h"
#include "experiments/support/output.h"
#include "experiments/support/version.h"
#include "solver/referee/referee.h"

namespace onyx {
namespace {

std::filesystem::path cache_folder() {
  for (const auto& [variable, inside] :
       {std::pair{"XDG_CACHE_HOME", "onyx"}, std::pair{"HOME", ".cache/onyx"}}) {
    const char* const folder = std::getenv(variable);
    if (folder != nullptr && *folder == '/') return std::filesystem::path(folder) / inside;
  }
  return {};
}

/// Adds one block to a SHA-256 state (FIPS 180-4).
void add_block(std::array<std::uint32_t, 8>& state, std::string_view block) {
  constexpr std::array<std::uint32_t, 64> kRound = {
      0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4,
      0xab1c5ed5, 0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe,
      0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f,
      0x4a7484aa, 0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7,
      0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc,
      0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b,
      0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116,
      0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
      0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7,
      0xc67178f2};
  std::array<std::uint32_t, 64> words{};
  for (std::size_t i = 0; i < 64; ++i) {
    if (i < 16) {
      for (std::size_t k = 0; k < 4; ++k) {
        words[i] = words[i] << 8 | static_cast<unsigned char>(block[4 * i + k]);
      }
      continue;
    }
    const std::uint32_t a = words[i - 15];
    const std::uint32_t b = words[i - 2];
    words[i] = words[i - 16] + (std::rotr(a, 7) ^ std::rotr(a, 18) ^ a >> 3) + words[i - 7] +
               (std::rotr(b, 17) ^ std::rotr(b, 19) ^ b >> 10);
  }
  auto [a, b, c, d, e, f, g, h] = state;
  for (std::size_t i = 0; i < 64; ++i) {
    const std::uint32_t one = h + (std::rotr(e, 6) ^ std::rotr(e, 11) ^ std::rotr(e, 25)) +
                              ((e & f) ^ (~e & g)) + kRound[i] + words[i];
    const std::uint32_t two =
        (std::rotr(a, 2) ^ std::rotr(a, 13) ^ std::rotr(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
    h = g;
    g = f;
    f = e;
    e = d + one;
    d = c;
    c = b;
    b = a;
    a = one + two;
  }
  const std::array<std::uint32_t, 8> sum = {a, b, c, d, e, f, g, h};
  for (std::size_t i = 0; i < 8; ++i) state[i] += sum[i];
}

}  // namespace

std::string content_hash(std::string_view bytes) {
  std::array<std::uint32_t, 8> state = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                        0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  std::size_t at = 0;
  for (; at + 64 <= bytes.size(); at += 64) add_block(state, bytes.substr(at, 64));
  std::string end = std::string(bytes.substr(at)) + '\x80';
  end.resize((end.size() + 8 + 63) / 64 * 64);
  for (std::size_t i = 0; i < 8; ++i) {
    end[end.size() - 1 - i] = static_cast<char>(std::uint64_t{bytes.size()} * 8 >> 8 * i & 0xff);
  }
  for (at = 0; at < end.size(); at += 64) add_block(state, std::string_view(end).substr(at, 64));
  std::string text;
  for (const std::uint32_t word : state) text += fmt::format("{:08x}", word);
  return text;
}

JudgedOnce::JudgedOnce() {
  const std::filesystem::path folder = cache_folder();
  if (folder.empty()) return;
  file_ = folder / "accepted";
  std::string text;
  try {
    text = read_file(file_);
  } catch (const FileError&) {
    return;
  }
  text.resize(text.rfind('\n') + 1);  // the last line may be cut off
  for (const TextLine& line : filled_lines(text)) accepted_.emplace(line.text);
}

void JudgedOnce::require_accepted(const std::string& name, std::string_view certificate,
                                  const Stop& stop) {
  const std::string line = content_hash(certificate) + " " + kVersion;
  {
    const std::lock_guard lock(mutex_);
    if (accepted_.contains(line)) return;
  }
  referee::Watch watch;
  watch.is_interrupted = [&] { return stop.met().has_value(); };
  watch.memory = stop.bytes;
  const referee::Verdict verdict = referee::check(referee::file_of(certificate), watch);
  refuse_if<FileError>(!verdict.accepted, "'{}' is rejected by the referee: {}", name,
                       verdict.text);
  const std::lock_guard lock(mutex_);
  if (!accepted_.insert(line).second || file_.empty()) return;
  std::error_code ignored;
  std::filesystem::create_directories(file_.parent_path(), ignored);
  const Descriptor file(::open(file_.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600));
  // Write in one call, because other processes may append too; an error costs only time.
  const std::string text = "\n" + line + "\n";  // the file's last line may be cut off
  if (file.is_open()) static_cast<void>(!::write(file.number(), text.data(), text.size()));
}

}  // namespace onyx
