(** * From the empty board of every size from 5 x 5 on, a game leads to a repeating position *)
From Coq Require Import Arith List Bool Lia.
From Onyx Require Import Statement Basics Reach Corner.
From Onyx Require Repeats5x5 Repeats6x6.
Import ListNotations.

(** The small boards: 5 x 5 for odd sizes, 6 x 6 for even ones, because frames have even widths. *)
Definition base k : nat * position :=
  if Nat.even k then (6, Repeats6x6.position) else (5, Repeats5x5.position).

Lemma base_facts b : let '(s, p) := base b in
  2 <= s /\ no_midpoints s p /\ no_cross s s p /\ even_match s p /\ repeats s s p 8.
Proof.
  unfold base. destruct (Nat.even b).
  - split; [lia |]. split; [apply no_midpoints_ok; now vm_compute |].
    split; [apply no_cross_ok; now vm_compute |]. split; [now vm_compute | exact Repeats6x6.holds].
  - split; [lia |]. split; [apply no_midpoints_ok; now vm_compute |].
    split; [apply no_cross_ok; now vm_compute |]. split; [now vm_compute | exact Repeats5x5.holds].
Qed.

Theorem open_repeats n : 5 <= n ->
  exists ms p, game n n open ms p /\ repeats n n p 8.
Proof.
  intros N. pose proof (base_facts n) as B. destruct (base n) as [s p] eqn:E.
  destruct B as (S2 & M & C & EM & R).
  assert (K : exists k, n = s + 2 * k).
  { unfold base in E. destruct (Nat.even n) eqn:Ev; injection E as <- _.
    - apply Nat.even_spec in Ev as [j ->]. exists (j - 3). lia.
    - assert (O : Nat.odd n = true) by now rewrite <- Nat.negb_even, Ev.
      apply Nat.odd_spec in O as [j ->]. exists (j - 2). lia. }
  destruct K as (k & ->).
  destruct (game_large s k p S2 M C EM open 8 R) as (ms & G); auto.
  - discriminate.
  - assert (Z : forall l, filter (fun a => negb (empty open a)) l = []) by (induction l; auto).
    now rewrite !Z.
  - exists ms, (large s k p). split; auto. now apply repeats_large.
Qed.
