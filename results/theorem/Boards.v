(** * All boards of at least 4 x 4, except 4 x 4 itself, have repeating positions *)
From Coq Require Import Arith Lia.
From Onyx Require Import Statement Basics Frame Reflection.
From Onyx Require Repeats4x5.

(** The frame has the small board in its corner, V's stones above it and H's stones to its right. *)
Lemma repeats_in_corner w0 h0 w h p n : 0 < w0 <= w -> 0 < h0 <= h ->
  repeats w0 h0 p n -> exists q, repeats w h q n.
Proof.
  intros W H0 R. eexists.
  apply repeats_framed with (w0 := w0) (h0 := h0) (a := 0) (b := 0)
    (F := fun x y => if x <? w0 then V else H); try exact R; auto; try lia; intros x y X Y.
  - now rewrite (proj2 (Nat.ltb_lt _ _)) by lia.
  - now rewrite (proj2 (Nat.ltb_ge _ _)) by lia.
Qed.

Theorem boards_repeat w h : 4 <= w -> 4 <= h -> 9 <= w + h -> exists p, repeats w h p 8.
Proof.
  intros W H4 S. destruct (le_lt_dec 5 h).
  - apply (repeats_in_corner 4 5) with (3 := Repeats4x5.holds); lia.
  - apply (repeats_in_corner 5 4) with (3 := repeats_flipped 4 5 _ 8 Repeats4x5.holds); lia.
Qed.
