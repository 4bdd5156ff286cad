(** * The checker of draws and cycles, with the proof that what it accepts is true *)
From Coq Require Import Arith PArith List Bool Lia FMapPositive.
From Onyx Require Import Statement Basics Tables Connection.
Import ListNotations.

Section Checker.
Variables w h : nat.

Section Near.
Variable near : place -> list place.
Hypothesis near_iff : forall a b,
  on_board w h a = true -> on_board w h b = true -> In b (near a) <-> joined a b.

(** ** Games *)

Fixpoint run p ms :=
  match ms with
  | [] => Some p
  | m :: ms => if allowed w h p m &&& unfinished w h near p
               then run (memo w h (play w h p m)) ms else None
  end.

Lemma run_game p ms q : run p ms = Some q -> game w h p ms q.
Proof.
  revert p. induction ms as [| m ms IH]; simpl; intros p R.
  - injection R as ->. constructor. apply same_refl.
  - match type of R with (if ?c then _ else _) = _ => destruct c eqn:E end;
      [split_ands | discriminate]. constructor.
    + split; auto. now apply (unfinished_ok w h near).
    + apply game_same with (2 := IH _ R). apply memo_same.
Qed.

(** ** Strategies: positions with X to move, by their codes, and the moves *)

Definition table := PositiveMap.t (position * place).
Definition table_of (entries : list (position * place)) : table :=
  fold_left (fun t e => PositiveMap.add (code w h (fst e)) e t) entries (PositiveMap.empty _).
Definition known (t : table) p :=
  match PositiveMap.find (code w h p) t with Some _ => true | None => false end.
Definition move_of (t : table) p :=
  match PositiveMap.find (code w h p) t with Some (_, m) => m | None => point 0 0 end.

Lemma move_of_strategy t : strategy w h (move_of t).
Proof. intros p q S. unfold move_of. now rewrite (code_same w h p q). Qed.

(** The opponent is to move in [p], is not connected, and X has an answer to every move. *)
Definition answered X t p :=
  surely_unconnected w h near p (other X) &&&
  if surely_connected w h near p X then true
  else forallb (fun m => if allowed w h p m then known t (memo w h (play w h p m)) else true)
    (places w h).

Definition entry_ok X t (e : positive * (position * place)) :=
  let '(k, (p, m)) := e in
  is_turn p X &&& (code w h p =? k)%positive &&& surely_unconnected w h near p (other X) &&&
  allowed w h p m &&& answered X t (memo w h (play w h p m)).

Definition table_ok X (t : table) := forallb (entry_ok X t) (PositiveMap.elements t).
Definition covered X t p := if is_turn p X then known t p else answered X t p.

Lemma known_entry X t p : table_ok X t = true -> turn p = X -> known t p = true ->
  exists q, same w h p q /\ surely_unconnected w h near q (other X) = true /\
    allowed w h q (move_of t p) = true /\
    answered X t (memo w h (play w h q (move_of t p))) = true.
Proof.
  unfold known, move_of. intros O T K.
  destruct (PositiveMap.find (code w h p) t) as [[q m] |] eqn:F; [| discriminate].
  apply PositiveMap.elements_correct in F. unfold table_ok in O. rewrite forallb_forall in O.
  apply O in F. unfold entry_ok in F. split_ands.
  exists q. repeat split; auto; rewrite Pos.eqb_eq, is_turn_iff in *; [congruence |].
  apply (same_code w h); congruence.
Qed.

(** Every position that arises is the same as a covered one. *)
Lemma arises_covered X t p q : table_ok X t = true -> covered X t p = true ->
  arises w h X (move_of t) p q -> exists p', same w h q p' /\ covered X t p' = true.
Proof.
  intros O C A. induction A as [| q A IH T F | q m A IH T L].
  - exists p. split; auto. apply same_refl.
  - destruct IH as (p' & S & C'). unfold covered in C'.
    rewrite (proj2 (is_turn_iff p' X)) in C' by (destruct S; congruence).
    destruct (known_entry X t p' O) as (e & S' & _ & M & N); auto; [destruct S; congruence |].
    assert (Q : same w h q e) by eauto using same_trans.
    rewrite (move_of_strategy t q p' S).
    exists (memo w h (play w h e (move_of t p'))). split.
    + apply same_trans with (play w h e (move_of t p')); auto using play_same, same_sym, memo_same.
    + unfold covered. rewrite is_turn_other; auto. simpl. now rewrite <- (proj1 Q), T.
  - destruct IH as (p' & S & C'). unfold covered in C'.
    rewrite is_turn_other in C' by now rewrite <- (proj1 S).
    apply if_and in C' as [_ C']. destruct L as [L F].
    exists (memo w h (play w h p' m)). split.
    + apply same_trans with (play w h p' m); auto using play_same, same_sym, memo_same.
    + unfold covered. rewrite (proj2 (is_turn_iff _ X)).
      2:{ simpl. rewrite <- (proj1 S), T. apply other_other. }
      destruct (surely_connected w h near p' X) eqn:D.
      * destruct F. apply (finished_same w h p' q); auto using same_sym.
        apply finished_iff with X. left. now apply (surely_connected_ok w h near).
      * rewrite forallb_forall in C'. specialize (C' m).
        rewrite <- (allowed_same w h q p'), L in C' by auto.
        apply C', places_all, (allowed_on_board w h q m L).
Qed.

Theorem table_unbeaten X t p :
  table_ok X t = true -> covered X t p = true -> unbeaten w h X (move_of t) p.
Proof.
  intros O C. split; [apply move_of_strategy |].
  intros q A. destruct (arises_covered X t p q O C A) as (p' & S & C'). unfold covered in C'.
  destruct (is_turn p' X) eqn:T.
  - apply is_turn_iff in T.
    destruct (known_entry X t p' O) as (e & S' & U & M & N); auto.
    assert (Q : same w h q e) by eauto using same_trans. split.
    + intros K. apply (connected_same w h q e) in K; auto.
      revert K. now apply (surely_unconnected_ok w h near).
    + intros _ F. split; auto.
      rewrite (move_of_strategy t q p' S). now rewrite (allowed_same w h q e).
  - apply if_and in C' as [C' _]. split.
    + intros K. apply (connected_same w h q p') in K; auto.
      revert K. now apply (surely_unconnected_ok w h near).
    + intros T'. rewrite (proj1 S) in T'. apply is_turn_iff in T'. congruence.
Qed.

(** ** The play of two strategies, which must be as listed *)

Fixpoint follow tV tH p ms :=
  match ms with
  | [] => Some p
  | m :: ms => if same_place m (choice (move_of tV) (move_of tH) p)
               then follow tV tH (memo w h (play w h p m)) ms else None
  end.

Lemma correct_play_same f g p q n : strategy w h f -> strategy w h g -> same w h p q ->
  same w h (correct_play w h f g p n) (correct_play w h f g q n).
Proof.
  intros F G S. induction n as [| n IH]; simpl; auto.
  set (p' := correct_play w h f g p n) in *. set (q' := correct_play w h f g q n) in *.
  replace (choice f g q') with (choice f g p'); [now apply play_same |].
  unfold choice. rewrite (proj1 IH), (F _ _ IH), (G _ _ IH). reflexivity.
Qed.

Lemma follow_play tV tH ms : forall p q, follow tV tH p ms = Some q ->
  same w h (correct_play w h (move_of tV) (move_of tH) p (length ms)) q.
Proof.
  induction ms as [| m ms IH]; simpl length; intros p q F.
  - injection F as <-. apply same_refl.
  - simpl in F. destruct (same_place _ _) eqn:E; [| discriminate]. apply same_place_iff in E as ->.
    change (S (length ms)) with (1 + length ms). rewrite correct_play_plus.
    eapply same_trans; [| exact (IH _ _ F)].
    apply correct_play_same; try apply move_of_strategy. apply same_sym, memo_same.
Qed.

End Near.

(** ** Certificates *)

Notation near := (near_table w h).

(** A game from [setup] to [p]. *)
Definition check_game setup ms p :=
  let near := near in
  match run near setup ms with Some q => same_test w h q p | None => false end.

(** A draw: both strategies, and the line of their play, a prefix and a cycle. *)
Definition check_draw p entriesV entriesH prefix cycle :=
  let near := near in
  let tV := table_of entriesV in
  let tH := table_of entriesH in
  (0 <? length cycle) &&& table_ok near V tV &&& covered near V tV p &&&
  table_ok near H tH &&& covered near H tH p &&&
  match follow tV tH p prefix with
  | Some q => match follow tV tH q cycle with Some r => same_test w h r q | None => false end
  | None => false
  end.

(** A draw without the line: it does not show where the play of the strategies returns. *)
Definition check_safe p entriesV entriesH :=
  let near := near in
  let tV := table_of entriesV in
  let tH := table_of entriesH in
  table_ok near V tV &&& covered near V tV p &&& table_ok near H tH &&& covered near H tH p.

Definition check_cycle p ms := (0 <? length ms) &&& check_game p ms p.

Theorem check_game_ok setup ms p : check_game setup ms p = true -> game w h setup ms p.
Proof.
  unfold check_game. destruct (run _ _ _) as [q |] eqn:R; [| discriminate]. intros S.
  apply same_test_ok in S. apply game_same_end with (1 := S).
  apply run_game with near; auto using near_table_iff.
Qed.

Theorem check_draw_ok p entriesV entriesH prefix cycle :
  check_draw p entriesV entriesH prefix cycle = true ->
  repeats_after w h p (length prefix) (length cycle).
Proof.
  unfold check_draw. cbv zeta. set (tV := table_of entriesV). set (tH := table_of entriesH).
  intros C. apply if_and in C as [C L].
  destruct (follow tV tH p prefix) as [q |] eqn:P; [| discriminate].
  destruct (follow tV tH q cycle) as [r |] eqn:Q; [| discriminate]. split_ands.
  apply follow_play in P. apply follow_play in Q. apply same_test_ok in L.
  split; [now apply Nat.ltb_lt |]. exists (move_of tV), (move_of tH).
  split; [| split].
  - eapply table_unbeaten; eauto using near_table_iff.
  - eapply table_unbeaten; eauto using near_table_iff.
  - rewrite correct_play_plus. eapply same_trans; [| apply same_sym, P].
    eapply same_trans; [| exact L]. eapply same_trans; [| exact Q].
    apply correct_play_same; auto using move_of_strategy.
Qed.

(** A draw whose position lies on its cycle. *)
Theorem check_repeats_ok p entriesV entriesH cycle :
  check_draw p entriesV entriesH [] cycle = true -> repeats w h p (length cycle).
Proof. exact (check_draw_ok p entriesV entriesH [] cycle). Qed.

Theorem check_safe_ok p entriesV entriesH :
  check_safe p entriesV entriesH = true -> draw w h p.
Proof.
  unfold check_safe. cbv zeta. intros C. split_ands.
  apply unbeaten_draw with (move_of (table_of entriesV)) (move_of (table_of entriesH));
    eapply table_unbeaten; eauto using near_table_iff.
Qed.

Theorem check_cycle_ok p ms : check_cycle p ms = true -> cycles w h p (length ms).
Proof.
  unfold check_cycle. intros C. split_ands. split; [now apply Nat.ltb_lt |].
  exists ms. split; auto. now apply check_game_ok.
Qed.

End Checker.
