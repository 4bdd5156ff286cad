// onyx-check: the independent checker as a program of its own. The usage text below is the
// specification of what is checked; certificate_check.cpp does it. Here are only arguments, files
// and exit codes.
#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <memory>
#include <mutex>
#include <new>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "solver/referee/certificate_check.h"
#include "solver/referee/compact_check.h"

#ifndef ONYX_VERSION
#define ONYX_VERSION "unknown"
#endif

namespace {

constexpr const char* usage = R"(usage: onyx-check [--json] FILE...

Checks certificates of the connection game Onyx, on its own: it has its own rules of the game and
shares no code with the programs that write certificates. Prints a line a file, in the order given:

  FILE: accepted: CLAIM
  FILE: rejected: REASON

Options
  --json     print one array of {"file", "accepted", "claim" or "reason"} instead, with "error" for a
             file that could not be checked
  --help     print this text
  --version  print the version
  --         all further arguments are files

A certificate is one JSON object in UTF-8. It is accepted if and only if all of this holds. (Compact
certificates, at the end, are told by their first bytes.)

Form
  - Keys: "format" is "onyx-certificate"; "version" is 1; "claim" is "draw", "V wins", "H wins" or
    "cycle"; "position". By the claim, and required then:
      draw           "strategies" with "V" and "H"; "line" with "prefix" and "cycle"
      V wins         "strategies" with "V" only; no "line"
      H wins         "strategies" with "H" only; no "line"
      cycle          "line" with an empty "prefix" and "cycle"; "strategies" absent or empty
    Allowed with every claim: "game" with "setup" and "moves"; "about", an object.
  - No other key, no key twice, no other type, nothing but blanks before or after the object (no
    byte order mark), no cut-off file.
  - A position is ROWS MIDPOINTS SIDE (V2H/1H2/2V1/3V BC12:V H) in canonical form: rows from the
    top, empty points as plain numbers; midpoints by row, then column, or "-"; capitals; one blank
    between the fields. Boards have 2 to 20 columns and rows. There is no cross (an empty square
    with V on one diagonal and H on the other), and the side to move is not connected. "position"
    may also be a setup, open:WxH or standard:NxN.
  - A move is a place (D4, BC12) and a "*" for each pair that it captures, exactly.

Strategies
  - The entries of X's strategy are exactly the positions with X to move that arise from "position"
    when X plays the strategy's moves and the opponent plays anything, up to the end of the game:
    none is missing, none is spare.
  - Every move is legal, and the opponent never connects in that play.
  - For a win: no position of that play can repeat.
  - A finished "position" is won by the side connected; its strategy is empty.

Line and game
  - draw: prefix and cycle together are the play of both strategies from "position" until a position
    occurs for the second time; the cycle begins and ends with that position.
  - cycle: the moves are legal from "position" on, nobody connects, and they return to it.
  - game: the moves are legal from the setup on and end in "position", with the same side to move.

NOT checked
  - "about": its inside is never read, except that it must be JSON (and its numbers must fit a
    double).
  - Whether "position" can arise in a game from a setup, unless "game" is there.
  - For "cycle": what the positions are worth, and whether the play returns earlier already.
  - For "draw": that only draws occur on the line of play; it follows from the two strategies.
  - How good the moves are: a winning strategy may take longer than need be.
  - The file's name, and that two certificates differ.

Compact certificates, for strategies of millions of positions (solver/certificate/compact_format.h says
which byte means what)
  - The claim is "V wins", "H wins" or "draw"; there is no line, no game and no "about".
  - Header, position and blocks are whole, by their sums; nothing else is in the file.
  - Strategies are checked as above. That play ends in a win, and that no entry is spare, is seen from
    the rank of each entry: in a win it is less after every reply; in a draw it is the number of
    moves that lead there.
  - A gigabyte of memory is used at most; for a file with more entries, it is read several times.

Exit code: 0 all accepted; 1 some rejected; 2 bad usage, or a file could not be read (the others are
still checked); 3 out of memory; 130 interrupted. If several apply, the largest.
)";

constexpr int rejected_code = 1;
constexpr int bad_input_code = 2;
constexpr int limit_code = 3;

int usage_error(const std::string& what) {
  std::cerr << "onyx-check: " << what << "; see onyx-check --help\n";
  return bad_input_code;
}

// Reads the whole file; returns what is wrong, or nothing.
std::string read_file(const std::string& name, std::string& content) {
  std::error_code error;
  const auto status = std::filesystem::status(name, error);
  if (status.type() == std::filesystem::file_type::not_found) {
    return "there is no such file; check the name";
  }
  if (!std::filesystem::exists(status)) return "cannot be found: " + error.message();
  if (std::filesystem::is_directory(status)) return "is a directory; name the files in it";
  // Devices such as /dev/zero never end.
  if (!std::filesystem::is_regular_file(status) && !std::filesystem::is_fifo(status)) {
    return "is neither a file nor a pipe; name a certificate file";
  }
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(name.c_str(), "rb"),
                                                             std::fclose);
  if (!file) return std::string("cannot be opened: ") + std::strerror(errno);
  if (std::filesystem::is_regular_file(status)) {
    const auto size = std::filesystem::file_size(name, error);
    if (!error) content.reserve(size + 1);
  }
  std::vector<char> buffer(1 << 16);
  while (const auto length = std::fread(buffer.data(), 1, buffer.size(), file.get())) {
    content.append(buffer.data(), length);
  }
  return std::ferror(file.get()) ? std::string("cannot be read: ") + std::strerror(errno) : "";
}

// The verdict on a compact certificate; false if the file is none.
bool check_compact(const std::string& name, onyx::checker::Verdict& verdict) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(name, error)) return false;
  std::ifstream stream(name, std::ios::binary);
  std::mutex mutex;
  const onyx::checker::CompactFile file{
      std::filesystem::file_size(name, error),
      [&](std::uint64_t offset, std::size_t count, char* to) {
        const std::lock_guard lock(mutex);
        stream.seekg(static_cast<std::streamoff>(offset));
        stream.read(to, static_cast<std::streamsize>(count));
        if (!stream) throw std::runtime_error("cannot be read, or has become shorter");
      }};
  if (error || !stream || !onyx::checker::looks_compact(file)) return false;
  verdict = onyx::checker::check_compact(file);
  return true;
}

// A file's name may hold anything; a line of output holds one line, and nothing that moves the
// cursor of a terminal: no control character, U+0080 to U+009F (C2 80 to C2 9F) among them.
std::string printable(const std::string& name) {
  std::string text;
  const auto escape = [&](unsigned char byte) {
    constexpr const char* digits = "0123456789abcdef";
    text += {'\\', 'x', digits[byte / 16], digits[byte % 16]};
  };
  for (std::size_t i = 0; i < name.size(); ++i) {
    const auto byte = static_cast<unsigned char>(name[i]);
    const auto next = static_cast<unsigned char>(i + 1 < name.size() ? name[i + 1] : 0);
    if (byte == 0xc2 && next >= 0x80 && next < 0xa0) {
      escape(byte);
      escape(next);
      ++i;
    } else if (byte < 0x20 || byte == 0x7f) {
      escape(byte);
    } else {
      text += name[i];
    }
  }
  return text;
}

int check_files(const std::vector<std::string>& files, bool as_json) {
  int code = 0;
  auto results = nlohmann::ordered_json::array();
  const auto not_checked = [&](const std::string& file, const std::string& why, int why_code) {
    std::cerr << "onyx-check: " << printable(file) << ": " << why << '\n';
    if (as_json) results.push_back({{"file", file}, {"accepted", false}, {"error", why}});
    code = std::max(code, why_code);
  };
  for (const std::string& file : files) {
    try {
      onyx::checker::Verdict verdict;
      if (!check_compact(file, verdict)) {
        std::string content;
        if (const std::string problem = read_file(file, content); !problem.empty()) {
          not_checked(file, problem, bad_input_code);
          continue;
        }
        verdict = onyx::checker::check_certificate(content);
      }
      const auto& [accepted, text] = verdict;
      if (!accepted) code = std::max(code, rejected_code);
      if (as_json) {
        results.push_back(
            {{"file", file}, {"accepted", accepted}, {accepted ? "claim" : "reason", text}});
      } else {
        std::cout << printable(file) << (accepted ? ": accepted: " : ": rejected: ") << text
                  << std::endl;
      }
    } catch (const std::runtime_error& error) {
      not_checked(file, error.what(), bad_input_code);
    } catch (const std::bad_alloc&) {
      not_checked(file, "not enough memory to check it; use a machine with more", limit_code);
    }
  }
  if (as_json) {
    using Handler = nlohmann::ordered_json::error_handler_t;
    std::cout << results.dump(2, ' ', false, Handler::replace) << std::endl;
  }
  return code;
}

int run(const std::vector<std::string>& arguments) {
  std::vector<std::string> files;
  bool as_json = false;
  bool only_files = false;
  for (const std::string& argument : arguments) {
    if (only_files || !argument.starts_with('-')) {
      files.push_back(argument);
    } else if (argument == "--help" || argument == "-h") {
      std::cout << usage << std::flush;
      return 0;
    } else if (argument == "--version") {
      std::cout << "onyx-check " << ONYX_VERSION << std::endl;
      return 0;
    } else if (argument == "--json") {
      as_json = true;
    } else if (argument == "--") {
      only_files = true;
    } else {
      return usage_error("unknown option " + printable(argument));
    }
  }
  if (files.empty()) return usage_error("no certificate file is named");
  return check_files(files, as_json);
}

}  // namespace

int main(int argc, char** argv) {
  for (const int end : {SIGINT, SIGTERM}) std::signal(end, [](int) { std::_Exit(130); });
  std::signal(SIGPIPE, SIG_IGN);  // a closed pipe is found below
  try {
    const int code = run({argv + std::min(argc, 1), argv + argc});
    if (std::cout) return code;
    std::cerr << "onyx-check: cannot write the results; check where the output goes\n";
    return bad_input_code;
  } catch (const std::bad_alloc&) {
    std::fputs("onyx-check: out of memory\n", stderr);
    return limit_code;
  }
}
