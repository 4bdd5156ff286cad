// A helper for parser tests. Every error message must be one line of printable UTF-8.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "core/notation.h"
#include "core/plain_text.h"

namespace onyx::test {

/// Returns the message of the InputError that the action throws, or "" if it throws none. Any other
/// exception passes through and fails the test.
template <class Action>
std::string refusal(Action&& action) {
  try {
    action();
  } catch (const InputError& error) {
    const std::string message = error.what();
    EXPECT_FALSE(message.empty());
    EXPECT_LT(message.size(), 500U) << message;
    EXPECT_TRUE(std::all_of(message.begin(), message.end(), [](char letter) {
      return static_cast<unsigned char>(letter) >= ' ' && letter != '\x7f';
    })) << message;
    // printable() escapes malformed UTF-8, so it must leave the message unchanged.
    EXPECT_EQ(printable(message, message.size()), message);
    return message.empty() ? "?" : message;
  }
  return "";
}

}  // namespace onyx::test
