(** * The results. Statement.v defines every word in them. *)
From Coq Require Import Arith.
From Onyx Require Import Statement.
From Onyx Require Basics Boards Cycles Narrow Open Standard.

(** What "repeats" means: there are two strategies, neither of which is ever beaten, and their play
    returns. Every position of this play is a draw, and the game does not end. *)
Theorem repetition w h p n : repeats w h p n -> exists f g,
  unbeaten w h V f p /\ unbeaten w h H g p /\ same w h (correct_play w h f g p n) p /\
  forall i, let q := correct_play w h f g p i in draw w h q /\ legal w h q (choice f g q).
Proof.
  intros (_ & f & g & UV & UH & R). exists f, g. repeat (split; auto).
  all: now apply Basics.correct_play_draws.
Qed.

(** From the standard setup of every even size except 4 x 4, a game leads to a repeating position. *)
Theorem standard_boards n : Nat.even n = true -> 6 <= n ->
  exists ms p, game n n (standard n) ms p /\ repeats n n p 8.
Proof. exact (Standard.standard_repeats n). Qed.

(** So it does from the empty board of every size from 5 x 5 on. *)
Theorem open_boards n : 5 <= n -> exists ms p, game n n open ms p /\ repeats n n p 8.
Proof. exact (Open.open_repeats n). Qed.

(** All boards of at least 4 x 4, except 4 x 4, have a repeating position, reachable or not. *)
Theorem all_boards w h : 4 <= w -> 4 <= h -> 9 <= w + h -> exists p, repeats w h p 8.
Proof. exact (Boards.boards_repeat w h). Qed.

(** On boards of two columns or two rows nothing repeats. *)
Theorem narrow_boards w h p n : w = 2 \/ h = 2 -> ~ repeats w h p n.
Proof. exact (Narrow.narrow_boards w h p n). Qed.

(** No cycle has fewer than eight plies, whatever its values, even if both players cooperate. *)
Theorem shortest_cycle w h p n : cycles w h p n \/ repeats w h p n -> 8 <= n.
Proof.
  intros [C | R]; apply (Cycles.cycle_at_least_8 w h p); auto. now apply Cycles.repeats_cycles.
Qed.
