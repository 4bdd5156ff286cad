(** * All boards from 4 x 4 on, but 4 x 4 itself, have repeating positions. *)
From Coq Require Import Arith Lia.
From Onyx Require Import Statement Basics Frame.
From Onyx Require Repeats4x5 Repeats5x4.

Theorem boards_repeat w h : 4 <= w -> 4 <= h -> 9 <= w + h -> exists p, repeats w h p 8.
Proof.
  intros W H4 S.
  assert (G : forall s x, x < s -> (if x <? s then V else H) = V).
  { intros s x X. now rewrite (proj2 (Nat.ltb_lt _ _)). }
  assert (G' : forall s x, s <= x -> (if x <? s then V else H) = H).
  { intros s x X. now rewrite (proj2 (Nat.ltb_ge _ _)). }
  destruct (le_lt_dec 5 h).
  - eexists. apply repeats_framed with (w0 := 4) (h0 := 5) (a := 0) (b := 0)
      (F := fun x y => if x <? 4 then V else H); try exact Repeats4x5.holds; auto; try lia;
      intros x y X Y; [apply (G 4) | apply (G' 4)]; lia.
  - eexists. apply repeats_framed with (w0 := 5) (h0 := 4) (a := 0) (b := 0)
      (F := fun x y => if x <? 5 then V else H); try exact Repeats5x4.holds; auto; try lia;
      intros x y X Y; [apply (G 5) | apply (G' 5)]; lia.
Qed.
