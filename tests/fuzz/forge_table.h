// Forgeries that change the codes of a table.
#pragma once

#include <vector>

#include "tests/fuzz/plain_table.h"

namespace onyx::fuzz {

struct TableForgery {
  const char* name;
  void (*apply)(PlainTable& table, Codes& codes, plain::Rng& random);
};

const std::vector<TableForgery>& table_forgeries();

}  // namespace onyx::fuzz
