#pragma once

#include <cstdlib>
#include <optional>
#include <string>

namespace onyx::test {

/// Sets an environment variable, or removes it (nullptr), for the lifetime of the object. Child
/// processes inherit the change.
class SetVariable {
 public:
  SetVariable(const char* name, const char* value) : name_(name) {
    if (const char* const before = std::getenv(name)) before_ = before;
    value != nullptr ? ::setenv(name, value, 1) : ::unsetenv(name);
  }
  SetVariable(const char* name, const std::string& value) : SetVariable(name, value.c_str()) {}
  ~SetVariable() { before_ ? ::setenv(name_, before_->c_str(), 1) : ::unsetenv(name_); }
  SetVariable(const SetVariable&) = delete;
  SetVariable& operator=(const SetVariable&) = delete;

 private:
  const char* name_;
  std::optional<std::string> before_;
};

}  // namespace onyx::test
