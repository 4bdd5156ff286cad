// The independent checker of compact certificates; compact_checker.cpp says what it checks and why
// that is enough. It shares no line with what makes them, only the layout that
// solver/certificate/compact_format.h describes.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>

#include "solver/referee/certificate_check.h"

namespace onyx::checker {

// A file: its size, and a function that fills `to` from an offset on. It is only asked for bytes
// within the size, from many threads at once; what it throws leaves check_compact.
struct CompactFile {
  std::uint64_t bytes;
  std::function<void(std::uint64_t offset, std::size_t count, char* to)> read_at;
};

struct CompactWatch {
  const std::atomic<bool>* interrupt = nullptr;  // ends the work when it becomes true
  // If set. Of one strategy: how many blocks were streamed, and how many will be; a file that is
  // read several times counts as often.
  std::function<void(std::uint64_t done, std::uint64_t blocks)> progress;
  // Memory in bytes to use, about. With less, the file is read more often.
  std::uint64_t memory = std::uint64_t{1} << 30;
};

struct CompactInterrupted {};  // thrown

// Whether the bytes are those of a compact certificate, sound or not.
bool looks_compact(const CompactFile& file);

// Judges a certificate, on all threads that TBB has. Whatever the bytes are, it returns or throws
// std::bad_alloc or CompactInterrupted. Its text: the claim if accepted, else the reason.
Verdict check_compact(const CompactFile& file, const CompactWatch& watch = {});

}  // namespace onyx::checker
