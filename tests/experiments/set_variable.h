// A variable of the environment for the programs that a test runs.
#pragma once

#include <cstdlib>
#include <string>

namespace onyx::test {

/// Sets a variable of the environment as long as it lives.
class SetVariable {
 public:
  SetVariable(const char* name, const std::string& value) : name_(name) {
    ::setenv(name, value.c_str(), 1);
  }
  ~SetVariable() { ::unsetenv(name_); }
  SetVariable(const SetVariable&) = delete;
  SetVariable& operator=(const SetVariable&) = delete;

 private:
  const char* name_;
};

}  // namespace onyx::test
