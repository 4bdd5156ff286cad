(** * The checker of wins, with the proof that what it accepts is true *)
From Coq Require Import Arith PArith List Bool FMapPositive Lia.
From Onyx Require Import Statement Basics Tables Connection.
Import ListNotations.

Section Wins.
Variables w h : nat.

Lemma wins_same X p q : same w h p q -> wins w h X p -> wins w h X q.
Proof.
  intros S W. revert q S. induction W as [p C | p m T L W IH | p T (m & L) W IH]; intros q S.
  - apply won. now apply (connected_same w h p q).
  - apply some_move with m.
    + now rewrite <- (proj1 S).
    + now apply (legal_same w h p q).
    + apply IH. now apply play_same.
  - apply every_move.
    + now rewrite <- (proj1 S).
    + exists m. now apply (legal_same w h p q).
    + intros n N. apply (IH n); [| now apply play_same].
      apply (legal_same w h q p); auto using same_sym.
Qed.

Section Near.
Variable near : place -> list place.
Hypothesis near_iff : forall a b,
  on_board w h a = true -> on_board w h b = true -> In b (near a) <-> joined a b.

(** Entries have ranks; every reply leads to an entry of lower rank, so play ends. *)
Definition ranked := PositiveMap.t (position * place * nat).
Definition ranked_of (entries : list (position * place * nat)) : ranked :=
  fold_left (fun t (e : position * place * nat) =>
    let '(p, _, _) := e in PositiveMap.add (code w h p) e t) entries (PositiveMap.empty _).

Definition below (t : ranked) r p :=
  match PositiveMap.find (code w h p) t with Some (_, _, r') => r' <? r | None => false end.

Definition ending X t r p :=
  if surely_connected w h near p X then true
  else unfinished w h near p &&& existsb (allowed w h p) (places w h) &&&
    forallb (fun m => if allowed w h p m then below t r (memo w h (play w h p m)) else true)
      (places w h).

Definition winning_entry X t (e : positive * (position * place * nat)) :=
  let '(k, (p, m, r)) := e in
  is_turn p X &&& (code w h p =? k)%positive &&& unfinished w h near p &&& allowed w h p m &&&
  ending X t r (memo w h (play w h p m)).

Definition winning X (t : ranked) := forallb (winning_entry X t) (PositiveMap.elements t).

Lemma ending_wins X t r p : turn p = other X -> ending X t r p = true ->
  (forall q, turn q = X -> below t r q = true -> wins w h X q) -> wins w h X p.
Proof.
  unfold ending. intros T E B. destruct (surely_connected w h near p X) eqn:C.
  - apply won. eapply surely_connected_ok; eauto.
  - apply if_and in E as [E R]. apply if_and in E as [F M].
    apply (unfinished_ok w h near near_iff) in F. apply every_move; auto.
    + apply existsb_exists in M as (m & _ & A). exists m. now split.
    + intros m [A _]. rewrite forallb_forall in R. specialize (R m). rewrite A in R.
      apply wins_same with (1 := memo_same w h _). apply B.
      * simpl. rewrite T. apply other_other.
      * apply R, places_all, (allowed_on_board w h p m A).
Qed.

Theorem winning_wins X t r p :
  winning X t = true -> turn p = X -> below t r p = true -> wins w h X p.
Proof.
  intros O. revert p. induction r as [r IH] using lt_wf_ind. intros p T B. unfold below in B.
  destruct (PositiveMap.find _ t) as [[[q m] s] |] eqn:E; [| discriminate].
  apply Nat.ltb_lt in B. apply PositiveMap.elements_correct in E.
  unfold winning in O. rewrite forallb_forall in O. apply O in E. clear O.
  unfold winning_entry in E. split_ands. rewrite Pos.eqb_eq, is_turn_iff in *.
  apply wins_same with q; [apply same_code; congruence |].
  apply some_move with m; auto.
  - split; auto. now apply (unfinished_ok w h near).
  - apply wins_same with (1 := memo_same w h _). eapply ending_wins; eauto.
    simpl. congruence.
Qed.

End Near.

(** A win: the winner's strategy, with ranks less than [r]. *)
Definition check_wins X p entries r :=
  let near := near_table w h in
  let t := ranked_of entries in
  winning near X t &&& if is_turn p X then below t r p else ending near X t r p.

Theorem check_wins_ok X p entries r : check_wins X p entries r = true -> wins w h X p.
Proof.
  unfold check_wins. intros C. apply if_and in C as [O C].
  destruct (is_turn p X) eqn:T.
  - eapply winning_wins; eauto using near_table_iff. now apply is_turn_iff.
  - eapply ending_wins; eauto using near_table_iff.
    + unfold is_turn in T. now destruct (turn p), X.
    + intros q Q. eapply winning_wins; eauto using near_table_iff.
Qed.

End Wins.
