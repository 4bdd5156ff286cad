#include "experiments/support/output.h"

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <system_error>

#include "core/plain_text.h"

namespace onyx {
namespace {

/// The errno of the failed write; 0 if not known.
int output_errno = 0;

bool is_answer_noted = false;

bool has_reader() {
  pollfd output = {STDOUT_FILENO, POLLOUT, 0};
  return ::poll(&output, 1, 0) != 1 || (output.revents & POLLERR) == 0;
}

}  // namespace

std::string shown(std::string_view name) { return printable(name, name.npos); }

std::string shell_word(std::string_view text) {
  constexpr std::string_view kPlain =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-./:=+,@%";
  // A leading hyphen would begin an option, so put ./ before it.
  if (text.starts_with('-')) return shell_word("./" + std::string(text));
  if (!text.empty() && text.find_first_not_of(kPlain) == text.npos) return std::string(text);
  const bool has_control = shown(text) != text;
  std::string word = has_control ? "$'" : "'";
  for (const char letter : text) {
    const auto byte = static_cast<unsigned char>(letter);
    if (has_control) {
      // Write unusual bytes as octal escapes, which make control characters visible.
      word += kPlain.find(letter) != kPlain.npos ? std::string(1, letter)
                                                 : fmt::format("\\{:03o}", byte);
    } else {
      word += letter == '\'' ? std::string("'\\''") : std::string(1, letter);
    }
  }
  return word + "'";
}

void print_json(const Json& json, int indent) {
  const std::string text = json.dump(indent, ' ', false, Json::error_handler_t::replace);
  // The library has escaped characters below U+0020. Also escape hidden characters up to U+FFFF,
  // which occur only in strings. Higher characters would need two escapes.
  std::string safe;
  for (std::string_view rest = text; !rest.empty();) {
    const std::string_view character = rest.substr(0, character_length(rest));
    const char32_t code = first_character(rest).code;
    if (code >= 0x20 && code < 0x10000 && !prints(code)) {
      safe += fmt::format("\\u{:04x}", static_cast<std::uint32_t>(code));
    } else {
      safe += character;
    }
    rest.remove_prefix(character.size());
  }
  is_answer_noted = true;
  fmt::print("{}\n", safe);
}

bool has_answered() { return is_answer_noted; }

void note_answer() { is_answer_noted = true; }

void flush_output() {
  if (std::fflush(stdout) == 0) return;
  throw std::system_error(errno, std::generic_category(), "cannot write to standard output");
}

bool is_output_error(const std::exception& error) {
  if (std::ferror(stdout) == 0) return false;
  if (const auto* const cause = dynamic_cast<const std::system_error*>(&error)) {
    output_errno = cause->code().value();
  }
  return true;
}

int end_output(std::string_view program, int code) {
  if (std::fflush(stdout) != 0) {
    if (output_errno == 0) output_errno = errno;
  } else if (std::ferror(stdout) == 0) {
    return code;
  }
  if (output_errno == EPIPE || !has_reader()) return exit_code::kClosedPipe;
  const std::string why = output_errno == 0 ? "" : std::string(": ") + std::strerror(output_errno);
  notify("{}: cannot write the result to standard output{}", program, why);
  return exit_code::kBadInput;
}

void occupy_closed_streams() {
  for (int stream = 0; stream <= STDERR_FILENO; ++stream) {
    // open() returns the lowest free descriptor, which is `stream`.
    if (fcntl(stream, F_GETFD) == -1) static_cast<void>(open("/dev/null", O_RDONLY));
  }
}

void require_end_of_input() {
  if (std::ferror(stdin) == 0) return;
  throw InputError(std::string("cannot read standard input: ") + std::strerror(errno));
}

}  // namespace onyx
