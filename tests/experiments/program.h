// Runs the real programs as a user does, without a shell: passes arguments, and collects the exit
// code, standard output and standard error. A test can send signals while a program runs.
//
// Output goes to files, not pipes, so a program never waits for the test to read. A program that
// runs for four minutes is killed, so that a hang does not block all tests.
#pragma once

#include <fcntl.h>
#include <gtest/gtest.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <sstream>
#include <stdexcept>
#include <string>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "tests/temporary_folder.h"

extern char** environ;

namespace onyx::test {

using Texts = std::vector<std::string>;
using Arguments = Texts;
using Path = std::filesystem::path;

inline Arguments with(Arguments arguments, const Arguments& more) {
  arguments.insert(arguments.end(), more.begin(), more.end());
  return arguments;
}

// --- Files ---------------------------------------------------------------------------------------

inline std::string read(const Path& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw std::runtime_error("cannot read " + path.string());
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

inline void write(const Path& path, const std::string& content) {
  std::ofstream file(path, std::ios::binary | std::ios::trunc);
  file << content;
  if (!file.flush()) throw std::runtime_error("cannot write " + path.string());
}

inline Texts names_in(const Path& folder) {
  Texts names;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    names.push_back(entry.path().filename().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

inline Texts lines_of(const std::string& text) {
  Texts lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

inline std::string joined(const Texts& words, const std::string& separator) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : separator) + word;
  return text;
}

// --- Programs ------------------------------------------------------------------------------------

struct Result {
  int code = 0;    ///< -1 if a signal ended the program.
  int signal = 0;  ///< The signal that ended the program, or 0.
  /// The program's peak memory, in bytes. It is at least the memory that this test process used
  /// when it started the program.
  std::uint64_t peak_bytes = 0;
  std::string out;
  std::string err;

  /// Parses standard output. Throws unless it is exactly one JSON value.
  nlohmann::json json() const { return nlohmann::json::parse(out); }
};

/// Makes EXPECT_EQ(result.code, ...) << result print the whole result.
inline std::ostream& operator<<(std::ostream& stream, const Result& result) {
  return stream << "exit code " << result.code << ", signal " << result.signal
                << "\nstandard output:\n"
                << result.out << "\nstandard error:\n"
                << result.err;
}

/// Where the output of a program goes, if not into Result, and the program's current folder.
struct Streams {
  /// A file to write to, "closed", or "unread" (a pipe without a reader).
  std::string out;
  std::string err;
  /// If empty, the current folder of the test.
  std::string folder = {};
};

/// A running program. Call wait() to get its result.
class Process {
 public:
  explicit Process(const Arguments& command, const Streams& streams = {}) {
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    if (!streams.folder.empty()) {
      posix_spawn_file_actions_addchdir_np(&actions, streams.folder.c_str());
    }
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    int unread[2];
    if (::pipe2(unread, O_CLOEXEC) != 0) throw std::runtime_error("no pipe can be had");
    ::close(unread[0]);
    redirect(actions, STDOUT_FILENO, streams.out, folder_ / "out", unread[1]);
    redirect(actions, STDERR_FILENO, streams.err, folder_ / "err", unread[1]);
    std::vector<char*> words;
    for (const std::string& word : command) words.push_back(const_cast<char*>(word.c_str()));
    words.push_back(nullptr);
    const int error =
        ::posix_spawn(&number_, words.front(), &actions, nullptr, words.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    ::close(unread[1]);
    if (error != 0) {
      throw std::system_error(error, std::generic_category(), "cannot run " + command.front());
    }
  }
  ~Process() {
    if (is_running()) kill_now();
  }
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  void send(int signal) const {
    if (!ended_) ::kill(number_, signal);
  }

  /// Suspends the program. Returns when all its threads are stopped, or when it has ended.
  void stop() {
    send(SIGSTOP);
    int status = 0;
    if (!ended_ && ::waitpid(number_, &status, WUNTRACED) == number_ && !WIFSTOPPED(status)) {
      status_ = status;
      ended_ = true;
    }
  }

  bool is_running() {
    rusage usage{};
    if (!ended_ && ::wait4(number_, &status_, WNOHANG, &usage) == number_) {
      ended_ = true;
      peak_bytes_ = static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;
    }
    return !ended_;
  }

  /// Waits until the program has installed its handlers; before that, a signal would kill it.
  void wait_until_signals_are_caught() {
    constexpr auto both = 1ULL << (SIGINT - 1) | 1ULL << (SIGTERM - 1);
    const Path status = Path("/proc") / std::to_string(number_) / "status";
    while (is_running()) {
      std::ifstream file(status);
      for (std::string name, value; file >> name && std::getline(file, value);) {
        if (name == "SigCgt:" && (std::stoull(value, nullptr, 16) & both) == both) return;
      }
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
  }

  /// Waits until the main thread sleeps, for example because it waits for input.
  void wait_until_it_sleeps() {
    const Path status = Path("/proc") / std::to_string(number_) / "status";
    while (is_running() && read(status).find("State:\tS") == std::string::npos) {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
  }

  /// Waits for the token on standard error, or for the program's end.
  void wait_until_it_complains_of(const std::string& token) {
    while (is_running() && read(folder_ / "err").find(token) == std::string::npos) {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
  }

  Result wait() {
    using Clock = std::chrono::steady_clock;
    const auto patience = Clock::now() + std::chrono::minutes(4);
    while (is_running()) {
      if (Clock::now() >= patience) {
        kill_now();
        throw std::runtime_error("the program hangs");
      }
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    Result result;
    result.code = WIFEXITED(status_) ? WEXITSTATUS(status_) : -1;
    result.signal = WIFSIGNALED(status_) ? WTERMSIG(status_) : 0;
    result.peak_bytes = peak_bytes_;
    for (const auto& [name, text] : {std::pair{"out", &result.out}, {"err", &result.err}}) {
      if (std::filesystem::exists(folder_ / name)) *text = read(folder_ / name);
    }
    return result;
  }

 private:
  static void redirect(posix_spawn_file_actions_t& actions, int stream, const std::string& wish,
                       const std::string& otherwise, int unread) {
    if (wish == "closed") {
      posix_spawn_file_actions_addclose(&actions, stream);
    } else if (wish == "unread") {
      posix_spawn_file_actions_adddup2(&actions, unread, stream);
    } else {
      posix_spawn_file_actions_addopen(&actions, stream, (wish.empty() ? otherwise : wish).c_str(),
                                       O_WRONLY | O_CREAT | O_TRUNC, 0600);
    }
  }
  void kill_now() {
    ::kill(number_, SIGKILL);
    ::waitpid(number_, &status_, 0);
    ended_ = true;
  }

  TemporaryFolder folder_;
  pid_t number_ = -1;
  int status_ = 0;
  bool ended_ = false;
  std::uint64_t peak_bytes_ = 0;
};

inline Arguments with_program(const char* program, const Arguments& arguments) {
  Arguments command{program};
  command.insert(command.end(), arguments.begin(), arguments.end());
  return command;
}

inline Arguments onyx_command(const Arguments& arguments) {
  return with_program(ONYX_PROGRAM, arguments);
}

inline Result run_onyx(const Arguments& arguments, const Streams& streams = {}) {
  return Process(onyx_command(arguments), streams).wait();
}

inline Result run_check(const Arguments& arguments, const Streams& streams = {}) {
  return Process(with_program(ONYX_CHECK_PROGRAM, arguments), streams).wait();
}

// --- Common expectations ------------------------------------------------------------------------

/// Expects that bad usage or input is refused: exit code 2, no standard output, and a message of
/// one or two lines that contains `token`.
inline void expect_refused(const Arguments& arguments, const std::string& token) {
  const Result result = run_onyx(arguments);
  const std::string command = "onyx " + joined(arguments, " ");
  EXPECT_EQ(result.code, 2) << command << '\n' << result;
  EXPECT_EQ(result.out, "") << command;
  EXPECT_NE(result.err.find(token), std::string::npos) << command << '\n'
                                                       << "expected: " << token << '\n'
                                                       << result;
  EXPECT_LE(lines_of(result.err).size(), 2U) << command << '\n' << result;
}

/// Expects that an interrupt ends a long command at once, without a result.
inline void expect_clean_interrupt(const Arguments& arguments) {
  for (const int signal : {SIGINT, SIGTERM}) {
    Process process(onyx_command(arguments));
    process.wait_until_signals_are_caught();
    process.send(signal);
    const Result result = process.wait();
    EXPECT_EQ(result.code, 130) << result;
    EXPECT_EQ(result.out, "");
  }
}

/// Expects that the independent checker accepts the file and names its claim and position. Returns
/// the certificate.
inline nlohmann::json expect_accepted(const Path& file) {
  nlohmann::json certificate = nlohmann::json::parse(read(file));
  const std::string claim = certificate.at("claim").get<std::string>();
  const std::string position = certificate.at("position").get<std::string>();
  const Result result = run_check({file.string()});
  EXPECT_EQ(result.code, 0) << result;
  const auto says = [&](const std::string& what) {
    return result.out.starts_with(file.string() + ": accepted: " + claim + "; " + what);
  };
  EXPECT_TRUE(says(position) || says("open:") || says("standard:")) << result;
  return certificate;
}

inline Texts keys_of(const nlohmann::json& object) {
  Texts keys;
  for (const auto& [key, value] : object.items()) keys.push_back(key);
  return keys;
}

}  // namespace onyx::test
