(** * The rules and the checkers as an OCaml program, proved.ml

    Coq's truth values, lists, options and pairs become OCaml's, and so do its characters and
    strings, which serve only to read. Numbers stay as they are, so nothing can overflow. *)
From Coq Require Import List Extraction ExtrOcamlBasic ExtrOcamlNativeString.
From Onyx Require Import Statement Tables Connection Checker Wins Ranks Text.

(** For the comparison of the rules with the program: [near] is [near_table w h]. *)
Definition legal_moves w h near p :=
  if unfinished w h near p then filter (allowed w h p) (places w h) else nil.

(** Connected, not connected, or neither if both tests fail. *)
Definition connection w h near p X :=
  if surely_connected w h near p X then Some true
  else if surely_unconnected w h near p X then Some false else None.

Extraction "proved.ml" check_game check_draw check_safe check_strategy check_wins
  check_cycle
  open standard read move near_table on_board captured play memo legal_moves connection.
