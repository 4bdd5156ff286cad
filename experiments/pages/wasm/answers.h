// What the pages ask of the program: a request and an answer, both JSON. A request names what it
// asks for in "ask":
//
//   position     {text}                   the position, its legal moves with what they capture, and
//                                         the chain of who has won
//   play         {position, move}         the same after a move, and what the move was
//   game         {text, setup}            a record as people write it: its positions, moves,
//                                         captures, repetitions; moves alone begin with the setup
//   picture      {board}                  what board.js draws an empty board with
//   certificate  {position, strategies, line, game}
//                                         the text of a certificate; strategies as
//                                         site/strategy_code.h has them
//   strategies   {position, strategies}   of a certificate in brief: its strategies by position
//   win          {position}               a move with which the side to move wins within three
//                                         plies for certain, or null
//   solve        {position, limits}       what `onyx solve --json` says; then, if "moves" is true,
//                                         every move's value
//   values       {positions, limits}      of each position, the last one first, until one is not
//                                         decided
//   prove        {position, limits}       the text of a certificate for the value
//
// Limits are "seconds" and "megabytes". What is wrong with a request is told as {"fault": text}. A
// long answer is told in parts before, as they come.
#pragma once

#include <functional>
#include <nlohmann/json.hpp>

namespace onyx::pages {

using Json = nlohmann::ordered_json;
/// Hears how far an answer is, and each part of it.
using Tell = std::function<void(const Json&)>;

Json position_answer(const Json& request);
Json play_answer(const Json& request);
Json game_answer(const Json& request);
Json picture_answer(const Json& request);
Json certificate_answer(const Json& request);
Json strategies_answer(const Json& request);
Json win_answer(const Json& request);

Json solve_answer(const Json& request, const Tell& tell);
Json values_answer(const Json& request, const Tell& tell);
Json prove_answer(const Json& request, const Tell& tell);

}  // namespace onyx::pages
