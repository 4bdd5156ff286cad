(** * V wins the empty 4 x 4 board *)
From Onyx Require Import Statement Tables Wins.
From Onyx Require Open4x4.

Theorem four_by_four : wins 4 4 V open.
Proof.
  apply wins_same with (2 := Open4x4.holds). apply same_test_ok. now vm_compute.
Qed.
