// The independent checker of tables; table_check.cpp says what it checks and why that is enough.
// It shares no line with what makes tables, only the layout that table_format.h describes.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>

#include "solver/referee/certificate_check.h"

namespace onyx::checker {

// A file: its size, and a function that fills `to` from an offset on. It is only asked for bytes
// within the size, from many threads at once; what it throws leaves check_table.
struct TableFile {
  std::uint64_t bytes;
  std::function<void(std::uint64_t offset, std::size_t count, char* to)> read_at;
};

struct TableWatch {
  const std::atomic<bool>* interrupt = nullptr;  // ends the work when it becomes true
  std::function<void(std::uint64_t tiers_done, std::uint64_t tiers)> progress;  // if set
  // Memory in bytes that may be used; std::bad_alloc is thrown instead of using much more.
  std::uint64_t memory = UINT64_MAX;
};

struct TableInterrupted {};  // thrown

// Whether the bytes are those of a table, sound or not.
bool looks_like_a_table(const TableFile& file);

// Judges a table, on all threads that TBB has. Whatever the bytes are, it returns or throws
// std::bad_alloc or TableInterrupted. Its text: the board and the counts if accepted, else the
// reason, with the number of the first bad block where there is one.
Verdict check_table(const TableFile& file, const TableWatch& watch = {});

}  // namespace onyx::checker
