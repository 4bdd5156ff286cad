(** * One mistake is enough: a game on Mini-Onyx in which V's last move is the only mistake *)
From Coq Require Import Arith PArith List.
From Onyx Require Import Statement Basics Tables Wins Zones Text.
From Onyx Require ZonesOneMistake AfterOneMistake.
Import ListNotations.

Section Game.
Variables w h : nat.
Variable X : player.

(** X wins at every position of a game before its last move if X wins the positions with X to move,
    and all successors of the positions with the other player to move. *)
Definition replies p := map (fun m => memo w h (play w h p m)) (filter (allowed w h p) (places w h)).

Fixpoint needed p ms :=
  match ms with
  | [] => []
  | m :: ms => (if is_turn p X then [p] else replies p) ++ needed (memo w h (play w h p m)) ms
  end.

Lemma needed_wins ms : forall p, (forall q, In q (needed p ms) -> wins w h X q) ->
  forall first rest q d, ms = first ++ rest -> rest <> [] -> game w h p ms d -> game w h p first q ->
  wins w h X q.
Proof.
  induction ms as [| m ms IH]; intros p N first rest q d E R D Q.
  { destruct first, rest; try discriminate. now elim R. }
  simpl in N. inversion D as [| p' m' ms' d' L G]; subst.
  destruct first as [| m' first].
  - inversion Q as [? ? S |]; subst. apply (wins_same w h X p q S).
    destruct (is_turn p X) eqn:T.
    + apply N. now left.
    + apply every_move; [| now exists m |].
      * assert (turn p <> X) by (rewrite <- is_turn_iff; congruence).
        destruct (turn p), X; simpl; congruence.
      * intros k [A F]. apply (wins_same w h X _ _ (memo_same w h _)). apply N, in_or_app. left.
        apply (in_map (fun m => memo w h (play w h p m))), filter_In. split; auto.
        apply places_all, (allowed_on_board w h p k A).
  - injection E as <- ->. inversion Q as [| ? ? ? ? _ Q']; subst.
    apply (IH (memo w h (play w h p m))) with first rest d; auto.
    + intros k I. apply N, in_or_app. now right.
    + apply game_same with (2 := G). apply same_sym, memo_same.
    + apply game_same with (2 := Q'). apply same_sym, memo_same.
Qed.

(** The number of the first zone that fits, counted from [k]. *)
Fixpoint zone_for k z entries :=
  match entries with
  | [] => k
  | e :: entries => if follows (zone_is e) z then k else zone_for (Pos.succ k) z entries
  end.

Definition roots entries ps :=
  map (fun p => (p, zone_for 1%positive (zone_of (facts_of w h p)) entries)) ps.

Lemma roots_win entries ps : check_zones w h X entries (roots entries ps) = true ->
  forall p, In p ps -> wins w h X p.
Proof.
  intros C p I. eapply check_zones_ok; [exact C |].
  apply (in_map (fun p => (p, zone_for 1%positive (zone_of (facts_of w h p)) entries))), I.
Qed.

End Game.

Definition entries := entries_of 6 6 ZonesOneMistake.zones.
Definition moves := map Text.move AfterOneMistake.moves.

(** From the standard setup of 6 x 6 a game of 19 plies leads to a draw, from which correct play leads
    to a position that repeats; and V wins at every position before the last move. *)
Theorem one_mistake : exists ms d n,
  length ms = 19 /\ game 6 6 (standard 6) ms d /\ draw 6 6 d /\ repeats_after 6 6 d n 8 /\
  forall first rest p, ms = first ++ rest -> rest <> [] -> game 6 6 (standard 6) first p ->
    wins 6 6 V p.
Proof.
  exists moves, AfterOneMistake.position, 11.
  pose proof AfterOneMistake.game_holds as G. pose proof AfterOneMistake.holds as R.
  split; [reflexivity |]. split; [exact G |].
  split; [now apply repeats_after_repeats in R |]. split; [exact R |].
  intros first rest p E N F. refine (needed_wins 6 6 V moves _ _ first rest p _ E N G F).
  apply (roots_win 6 6 V entries). vm_cast_no_check (eq_refl true).
Qed.
