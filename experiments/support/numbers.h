// Numbers from the command line, read strictly: what is not exactly a number is refused, and the
// message names the option.
#pragma once

#include <cstdint>
#include <string>

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace onyx {

/// An option that takes a whole number from `least` on.
CLI::Option* add_count(CLI::App& app, const std::string& name, std::uint64_t& number,
                       const std::string& help, std::uint64_t least = 0);

/// An option that takes seconds: a finite number, 0 or more.
CLI::Option* add_seconds(CLI::App& app, const std::string& name, double& seconds,
                         const std::string& help);

/// An option that takes an amount of memory: bytes, or with a suffix K, M, G or T (powers of 1024).
CLI::Option* add_bytes(CLI::App& app, const std::string& name, std::uint64_t& bytes,
                       const std::string& help);

}  // namespace onyx
