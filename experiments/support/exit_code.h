// Exit codes, shared by all commands.
#pragma once

namespace onyx::exit_code {

inline constexpr int kDone = 0;
inline constexpr int kNo = 1;        ///< The answer is no: rejected, refuted.
inline constexpr int kBadInput = 2;  ///< Bad usage or bad input.
inline constexpr int kLimit = 3;     ///< Time or memory ran out before an answer.
inline constexpr int kInterrupted = 130;

}  // namespace onyx::exit_code
