(** * No cycle is shorter than eight plies, whatever the values

    The numbers of stones make the length divisible by four. A cycle of four plies is impossible:
    if X captures, Y has to place the captured stones again, with both moves of Y. So the capture by
    Y is in the same square. But Y captures there last, and what Y captures stays empty. *)
From Coq Require Import Arith List Bool Lia Permutation.
From Onyx Require Import Statement Basics Tables.
Import ListNotations.

(** ** How many stones a capture takes *)

Section Count.
Variables w h : nat.

Definition count X p := length (filter (owned p X) (places w h)).

Lemma places_on_board a : In a (places w h) -> on_board w h a = true.
Proof. intros I. now apply filter_In in I. Qed.

Lemma NoDup_flat_map {A B} (f : A -> list B) l :
  NoDup l -> (forall a, In a l -> NoDup (f a)) ->
  (forall a a' b, In a l -> In a' l -> In b (f a) -> In b (f a') -> a = a') -> NoDup (flat_map f l).
Proof.
  induction 1 as [| a l N L IH]; simpl; intros F D; [constructor |].
  apply NoDup_app_disjoint; auto.
  - apply IH; auto. intros; eapply D; eauto.
  - intros b I J. apply in_flat_map in J as (a' & J & J').
    assert (a = a') as <- by (apply (D a a' b); auto). contradiction.
Qed.

Lemma NoDup_cells : NoDup (cells w h).
Proof.
  unfold cells. generalize (seq_NoDup w 0) (seq_NoDup h 0). generalize (seq 0 w) (seq 0 h).
  intros l l' N N'. induction N as [| x l I N IH]; simpl; [constructor |].
  apply NoDup_app_disjoint; auto.
  - apply FinFun.Injective_map_NoDup; auto. now intros ? ? [=].
  - intros [x' y'] J J'. apply in_map_iff in J as (y & [= <- <-] & _).
    apply in_prod_iff in J'. tauto.
Qed.

Lemma NoDup_places : NoDup (places w h).
Proof.
  unfold places. apply NoDup_filter, NoDup_flat_map; [apply NoDup_cells | |].
  - intros [x y] _. repeat constructor; simpl; intuition discriminate.
  - intros [x y] [x' y'] b _ _ I I'. simpl in *.
    destruct I as [<- | [<- | []]], I' as [[=] | [[=] | []]]; congruence.
Qed.

(** A stone on [m] captures two stones or none in a cell. *)
Lemma captured_in_cases p m cell : captured_in w h p m cell = [] \/
  exists a b, captured_in w h p m cell = [a; b] /\ a <> b.
Proof.
  destruct cell as [c r]. unfold captured_in.
  destruct (square w h c r &&& empty p (midpoint c r)); auto.
  simpl. set (mine := owned p (turn p)). set (theirs := owned p (other (turn p))).
  assert (D : forall a b, a <> b -> same_place m a = true -> same_place m b = false).
  { intros a b N E. apply same_place_iff in E as ->. apply not_true_iff_false.
    now rewrite same_place_iff. }
  destruct (same_place m (point c r)) eqn:E0;
    [rewrite !(D (point c r)) by (auto; intros [=]; lia) |
     destruct (same_place m (point (S c) r)) eqn:E1;
     [rewrite !(D (point (S c) r)) by (auto; intros [=]; lia) |
      destruct (same_place m (point (S c) (S r))) eqn:E2;
      [rewrite !(D (point (S c) (S r))) by (auto; intros [=]; lia) |]]];
    cbv iota; simpl;
    repeat match goal with |- context [if ?x then _ else _] => destruct x end; simpl; auto;
    right; do 2 eexists; (split; [reflexivity | intros [=]; lia]).
Qed.

Lemma captured_even p m : Nat.even (length (captured w h p m)) = true.
Proof.
  unfold captured. induction (cells w h) as [| cell l IH]; auto. simpl.
  rewrite app_length, Nat.even_add, IH.
  now destruct (captured_in_cases p m cell) as [-> | (a & b & -> & _)].
Qed.

(** The capturing stone and the captured ones are different corners of the cell. *)
Lemma captured_in_corners p m c r a : In a (captured_in w h p m (c, r)) ->
  Nat.odd (c + r) = true /\ In m (corners c r) /\ In a (corners c r) /\ a <> m.
Proof.
  unfold captured_in. intros I. destruct (square w h c r) eqn:Q; [| destruct I].
  apply square_iff in Q as (_ & _ & Q). split; auto.
  destruct (empty p (midpoint c r)); [| destruct I].
  apply in_flat_map in I as ([[[i j] o] k] & R & I).
  match type of I with In _ (if ?c then _ else _) => destruct c eqn:A; [| destruct I] end.
  split_ands. rewrite same_place_iff in *. subst m.
  pose proof R as R'. apply rotations_corners in R' as (Ci & Cj & _ & Ck).
  destruct I as [<- | [<- | []]]; repeat split; auto; clear - R;
    each_rotation R; intros [=]; lia.
Qed.

(** Two squares share at most one corner. *)
Lemma squares_share c r c' r' a b : Nat.odd (c + r) = true -> Nat.odd (c' + r') = true ->
  In a (corners c r) -> In b (corners c r) -> In a (corners c' r') -> In b (corners c' r') ->
  a <> b -> (c, r) = (c', r').
Proof.
  intros O O' A B A' B' N. apply Nat.odd_spec in O as [u U]. apply Nat.odd_spec in O' as [v V'].
  assert (G : exists x y x' y', a = point x y /\ b = point x' y' /\ (x <> x' \/ y <> y') /\
    c <= x <= S c /\ r <= y <= S r /\ c <= x' <= S c /\ r <= y' <= S r /\
    c' <= x <= S c' /\ r' <= y <= S r' /\ c' <= x' <= S c' /\ r' <= y' <= S r').
  { destruct a as [x y | ? ?]; [| exfalso; simpl in A; intuition discriminate].
    destruct b as [x' y' | ? ?]; [| exfalso; simpl in B; intuition discriminate].
    exists x, y, x', y'. assert (D : x <> x' \/ y <> y').
    { destruct (Nat.eq_dec x x') as [-> |]; [right; congruence | now left]. }
    assert (K : forall x y c r, In (point x y) (corners c r) -> c <= x <= S c /\ r <= y <= S r).
    { clear. intros x y c r I. each_corner I; lia. }
    apply K in A, B, A', B'. intuition lia. }
  destruct G as (x & y & x' & y' & _ & _ & D & G). f_equal; lia.
Qed.

Lemma NoDup_captured p m : NoDup (captured w h p m).
Proof.
  apply NoDup_flat_map; [apply NoDup_cells | |].
  - intros cell _. destruct (captured_in_cases p m cell) as [-> | (a & b & -> & N)];
      repeat constructor; simpl; intuition.
  - intros [c r] [c' r'] a _ _ I I'.
    apply captured_in_corners in I as (O & M & A & N).
    apply captured_in_corners in I' as (O' & M' & A' & _).
    apply (squares_share c r c' r' a m); auto.
Qed.

Lemma captured_owned p m a : In a (captured w h p m) ->
  on_board w h a = true /\ owned p (other (turn p)) a = true.
Proof.
  rewrite captured_iff. intros (c & r & i & o & k & Q & _ & R & _ & I & K & D).
  apply rotations_corners in R as (_ & Ci & _ & Ck).
  destruct D as [-> | ->]; split; auto; now apply (square_corners w h c r).
Qed.

Lemma count_permutation X p l : NoDup l ->
  (forall a, In a l <-> on_board w h a = true /\ owned p X a = true) -> length l = count X p.
Proof.
  intros N I. apply Permutation_length, NoDup_Permutation; auto.
  - apply NoDup_filter, NoDup_places.
  - intros a. rewrite I, filter_In. split; [intros [B O] | intros [B O]]; split; auto.
    + now apply places_all.
    + now apply places_on_board.
Qed.

(** The mover gets one more stone, and the other player loses those that are captured. *)
Lemma count_mover p m : allowed w h p m = true ->
  count (turn p) (play w h p m) = S (count (turn p) p).
Proof.
  intros A. unfold count at 2. symmetry.
  change (S (length (filter (owned p (turn p)) (places w h))))
    with (length (m :: filter (owned p (turn p)) (places w h))).
  pose proof (allowed_empty w h p m A) as E.
  apply count_permutation.
  - constructor; [| apply NoDup_filter, NoDup_places].
    rewrite filter_In, owned_iff. intros [_ O]. congruence.
  - intros a. simpl. rewrite filter_In, !owned_iff, stone_play. split.
    + intros [<- | [B O]].
      * rewrite (proj2 (same_place_iff m m)) by auto. split; auto.
        now apply allowed_on_board with p.
      * apply places_on_board in B. split; auto.
        destruct (same_place a m) eqn:D; [apply same_place_iff in D; congruence |].
        destruct (existsb _ _) eqn:D'; auto. apply existsb_captures, captured_iff in D'.
        apply captured_owned in D' as [_ D']. apply owned_iff in D'. rewrite O in D'.
        injection D' as D'. now destruct (turn p).
    + intros [B O]. destruct (same_place a m) eqn:D; [apply same_place_iff in D; auto |].
      destruct (existsb _ _); [discriminate |]. right. split; auto. now apply places_all.
Qed.

Lemma count_other p m : allowed w h p m = true ->
  count (other (turn p)) p = count (other (turn p)) (play w h p m) + length (captured w h p m).
Proof.
  intros A. pose proof (allowed_empty w h p m A) as E.
  unfold count at 2. rewrite <- app_length. symmetry. apply count_permutation.
  - apply NoDup_app_disjoint; [apply NoDup_filter, NoDup_places | apply NoDup_captured |].
    intros a I J. apply filter_In in I as [_ I]. apply owned_iff in I. rewrite stone_play in I.
    destruct (same_place a m); [injection I as I; now destruct (turn p) |].
    replace (existsb _ _) with true in I; [discriminate |].
    symmetry. apply existsb_captures. now apply captured_iff.
  - intros a. rewrite in_app_iff, filter_In, !owned_iff, stone_play. split.
    + intros [[B O] | C].
      * apply places_on_board in B. split; auto.
        destruct (same_place a m); [injection O as O; now destruct (turn p) |].
        now destruct (existsb _ _).
      * apply captured_owned in C as [B O]. rewrite owned_iff in O. auto.
    + intros [B O]. destruct (existsb (same_place a) (captured w h p m)) eqn:D.
      * right. now apply captured_iff, existsb_captures.
      * left. split; [now apply places_all |].
        destruct (same_place a m) eqn:D'; auto. apply same_place_iff in D'. congruence.
Qed.

Lemma count_same X p q : same w h p q -> count X p = count X q.
Proof.
  intros S. unfold count. f_equal. apply filter_ext_in. intros a I.
  apply (owned_same w h); auto. now apply places_on_board.
Qed.

(** ** Lengths of cycles *)

Lemma count_two X p m m' : allowed w h p m = true -> allowed w h (play w h p m) m' = true ->
  Nat.even (count X (play w h (play w h p m) m')) = negb (Nat.even (count X p)).
Proof.
  intros A A'. set (q := play w h p m) in *.
  assert (T : turn q = other (turn p)) by reflexivity.
  assert (D : X = turn p \/ X = turn q) by (rewrite T; destruct X, (turn p); auto).
  destruct D as [-> | ->].
  - pose proof (count_mover p m A) as C. fold q in C.
    pose proof (count_other q m' A') as C'. rewrite T, other_other in C'.
    pose proof (captured_even q m') as E. rewrite C' in C.
    apply (f_equal Nat.even) in C. rewrite Nat.even_add, E, Nat.even_succ, <- Nat.negb_even in C.
    now destruct (Nat.even (count (turn p) (play w h q m'))), (Nat.even (count (turn p) p)).
  - pose proof (count_mover q m' A') as C.
    pose proof (count_other p m A) as C'. fold q in C'. rewrite <- T in C'.
    pose proof (captured_even p m) as E.
    rewrite C, Nat.even_succ, <- Nat.negb_even, C', Nat.even_add, E.
    now destruct (Nat.even (count (turn q) q)).
Qed.

Lemma game_turn p ms q : game w h p ms q -> Nat.even (length ms) = is_turn p (turn q).
Proof.
  intros G. induction G as [p q [T _] | p m ms q L G IH].
  - simpl. symmetry. now apply is_turn_iff.
  - simpl length. rewrite Nat.even_succ, <- Nat.negb_even, IH. unfold is_turn. simpl.
    now destruct (turn p), (turn q).
Qed.

Lemma game_count X p k : forall ms q, game w h p ms q -> length ms = 2 * k ->
  Nat.even (count X q) = if Nat.even k then Nat.even (count X p) else negb (Nat.even (count X p)).
Proof.
  revert p. induction k as [| k IH]; intros p ms q G L.
  - destruct ms; [| discriminate L]. inversion G as [p' q' S |]; subst.
    simpl. now rewrite (count_same X p q).
  - destruct ms as [| m [| m' ms]]; simpl in L; try lia.
    inversion G as [| p1 m1 ms1 q1 [A _] G1]; subst.
    inversion G1 as [| p2 m2 ms2 q2 [A' _] G2]; subst.
    rewrite (IH _ _ _ G2), (count_two X p m m') by (auto; lia).
    rewrite Nat.even_succ, <- Nat.negb_even. now destruct (Nat.even k), (Nat.even (count X p)).
Qed.

Theorem cycle_divisible p n : cycles w h p n -> exists k, n = 4 * k.
Proof.
  intros (_ & ms & L & G).
  assert (E : Nat.even n = true).
  { rewrite <- L, (game_turn p ms p G). now apply is_turn_iff. }
  apply Nat.even_spec in E as [k ->]. pose proof (game_count V p k ms p G L) as C.
  assert (E : Nat.even k = true).
  { destruct (Nat.even k); auto. now destruct (Nat.even (count V p)). }
  apply Nat.even_spec in E as [j ->]. exists j. lia.
Qed.

End Count.

(** ** Four plies are impossible *)

Section Four.
Variables w h : nat.
Notation play := (play w h).

Lemma placed p m : stone (play p m) m = Some (turn p).
Proof. rewrite stone_play. now rewrite (proj2 (same_place_iff m m)). Qed.

Lemma captures_stone p m a : captures w h p m a -> stone p a = Some (other (turn p)).
Proof. intros C. apply owned_iff. now apply (captured_owned w h p m), captured_iff. Qed.

Lemma gained p m a X : stone (play p m) a = Some X ->
  stone p a = Some X \/ a = m /\ X = turn p.
Proof.
  rewrite stone_play. destruct (same_place a m) eqn:D.
  - apply same_place_iff in D. intros [=]. auto.
  - destruct (existsb _ _); [discriminate | auto].
Qed.

Lemma lost p m a X : allowed w h p m = true -> stone p a = Some X ->
  stone (play p m) a = Some X \/ captures w h p m a /\ X = other (turn p).
Proof.
  intros A S. rewrite stone_play. destruct (same_place a m) eqn:D.
  - apply same_place_iff in D as ->. apply allowed_empty in A. congruence.
  - destruct (existsb _ _) eqn:D'; auto. right. apply existsb_captures in D'. split; auto.
    apply captures_stone in D'. congruence.
Qed.

Lemma gone p m a : allowed w h p m = true -> captures w h p m a -> stone (play p m) a = None.
Proof.
  intros A C. rewrite stone_play. destruct (same_place a m) eqn:D.
  - apply same_place_iff in D as ->. apply captures_stone in C. apply allowed_empty in A.
    congruence.
  - now rewrite (proj2 (existsb_captures w h p m a) C).
Qed.

Lemma opposite c r m i o k e i' o' k' : In (m, i, o, k) (rotations (corners c r)) ->
  e = i \/ e = k -> In (e, i', o', k') (rotations (corners c r)) ->
  (o' = i \/ o' = k) /\ (i' = m /\ k' = o \/ i' = o /\ k' = m).
Proof.
  intros R E R'. each_rotation R; destruct E as [-> | ->]; simpl in R';
    destruct R' as [R' | [R' | [R' | [R' | []]]]]; inversion R'; subst; try lia; auto.
Qed.

(** If four plies lead back to the position, the first of them does not capture. *)
Lemma no_capture p m0 m1 m2 m3 b :
  let p1 := play p m0 in let p2 := play p1 m1 in let p3 := play p2 m2 in let p4 := play p3 m3 in
  allowed w h p m0 = true -> allowed w h p1 m1 = true -> allowed w h p2 m2 = true ->
  allowed w h p3 m3 = true -> same w h p4 p -> captures w h p m0 b -> False.
Proof.
  intros p1 p2 p3 p4 A0 A1 A2 A3 S (c & r & i & o & k & Q & E & R & O & I & K & _).
  set (X := turn p) in *. set (Y := other X) in *.
  assert (XY : X <> Y) by (intros Z; symmetry in Z; revert Z; apply other_neq).
  assert (T1 : turn p1 = Y) by reflexivity.
  assert (T2 : turn p2 = X) by apply other_other.
  assert (T3 : turn p3 = Y) by (change (other (turn p2) = Y); now rewrite T2).
  rewrite owned_iff in O, I, K.
  destruct (rotations_corners c r m0 i o k R) as (Cm & Ci & Co & Ck).
  assert (B : forall a, In a (corners c r) -> stone p4 a = stone p a).
  { intros a J. apply S. now apply (square_corners w h c r). }
  assert (Odd : Nat.odd (c + r) = true) by now apply square_iff in Q.
  assert (C : forall e, e = i \/ e = k -> captures w h p m0 e).
  { intros e J. exists c, r, i, o, k. fold X Y. rewrite !owned_iff. auto 9. }
  (* The other player has to place again what was captured. *)
  assert (Again : forall e, e = i \/ e = k -> e = m1 \/ e = m3).
  { intros e J. assert (G : stone p4 e = Some Y).
    { rewrite B by (destruct J as [-> | ->]; auto). now destruct J as [-> | ->]. }
    apply gained in G as [G | [-> _]]; auto. apply gained in G as [G | [_ G]]; [| congruence].
    apply gained in G as [G | [-> _]]; auto. apply C, gone in J; auto. fold p1 in J. congruence. }
  assert (N : i <> k) by (clear - R; each_rotation R; intros [=]; lia).
  assert (M : (m1 = i \/ m1 = k) /\ (m3 = i \/ m3 = k)).
  { destruct (Again i), (Again k); auto; subst; auto. congruence. congruence. }
  destruct M as [M1 M3].
  (* Y captures [m0] in the same square. *)
  assert (Same : forall q e, e = i \/ e = k -> turn q = Y -> captures w h q e m0 ->
            (exists e', (e' = i \/ e' = k) /\ stone q e' = Some Y) /\ captures w h q e o).
  { intros q e J Tq (c' & r' & i' & o' & k' & Q' & E' & R' & O' & I' & K' & G).
    destruct (rotations_corners c' r' e i' o' k' R') as (Ce & Ci' & _ & Ck').
    assert (Z : (c, r) = (c', r')).
    { apply (squares_share c r c' r' e m0); auto.
      - now apply square_iff in Q'.
      - now destruct J as [-> | ->].
      - now destruct G as [-> | ->].
      - intros ->. clear - R J. each_rotation R; destruct J as [J | J]; injection J; lia. }
    injection Z as <- <-. destruct (opposite c r m0 i o k e i' o' k' R J R') as [F G'].
    split.
    - exists o'. split; auto. apply owned_iff. now rewrite <- Tq.
    - exists c, r, i', o', k'. repeat split; auto. destruct G' as [[_ ->] | [-> _]]; auto. }
  assert (D : captures w h p1 m1 m0 \/ captures w h p3 m3 m0).
  { pose proof (placed p m0) as G. fold p1 X in G.
    apply (lost p1 m1) in G as [G | [G _]]; auto.
    apply (lost p2 m2) in G as [G | [_ G]]; auto; [| rewrite T2 in G; now destruct XY].
    apply (lost p3 m3) in G as [G | [G _]]; auto. fold p4 in G. rewrite B in G by auto.
    apply allowed_empty in A0. congruence. }
  destruct D as [D | D].
  - destruct (Same p1 m1 M1 T1 D) as [(e & J & G) _]. apply C, gone in J; auto.
    fold p1 in J. congruence.
  - destruct (Same p3 m3 M3 T3 D) as [_ G]. apply gone in G; auto. fold p4 in G.
    rewrite B in G by auto. congruence.
Qed.

Theorem no_cycle_of_four p : ~ cycles w h p 4.
Proof.
  intros (_ & ms & L & G).
  destruct ms as [| m0 [| m1 [| m2 [| m3 [| ? ?]]]]]; try discriminate L.
  inversion G as [| ? ? ? ? [A0 _] G1]; subst. inversion G1 as [| ? ? ? ? [A1 _] G2]; subst.
  inversion G2 as [| ? ? ? ? [A2 _] G3]; subst. inversion G3 as [| ? ? ? ? [A3 _] G4]; subst.
  inversion G4 as [? ? S |]; subst. clear L G G1 G2 G3 G4.
  set (p1 := play p m0) in *. set (p2 := play p1 m1) in *. set (p3 := play p2 m2) in *.
  set (p4 := play p3 m3) in *.
  assert (T1 : turn p1 = other (turn p)) by reflexivity.
  assert (T3 : turn p3 = other (turn p)).
  { change (other (other (other (turn p))) = other (turn p)). now rewrite other_other. }
  pose proof (placed p1 m1) as P. fold p2 in P.
  apply (lost p2 m2) in P as [P | [P _]]; auto.
  - apply (lost p3 m3) in P as [P | [_ P]]; auto.
    2:{ rewrite T1, T3 in P. symmetry in P. now apply other_neq in P. }
    fold p4 in P. rewrite (proj2 S) in P by now apply allowed_on_board in A1.
    apply (lost p m0) in P as [P | [P _]]; auto.
    + fold p1 in P. apply allowed_empty in A1. congruence.
    + exact (no_capture p m0 m1 m2 m3 m1 A0 A1 A2 A3 S P).
  - assert (S1 : same w h (play p4 m0) p1) by now apply play_same.
    apply (no_capture p2 m2 m3 m0 m1 m1); auto.
    + now rewrite (allowed_same w h p4 p).
    + fold p3 p4. now rewrite (allowed_same w h _ p1).
    + fold p3 p4. now apply play_same.
Qed.

Theorem cycle_at_least_8 p n : cycles w h p n -> 8 <= n.
Proof.
  intros C. destruct (cycle_divisible w h p n C) as [k ->].
  destruct k as [| [| k]]; [destruct C; lia | destruct (no_cycle_of_four p C) | lia].
Qed.

(** The play of two unbeaten strategies is legal. *)
Lemma game_one_more p ms q m : game w h p ms q -> legal w h q m ->
  game w h p (ms ++ [m]) (play q m).
Proof.
  intros G L. induction G as [p q S | p m' ms q L' G IH]; simpl.
  - apply move; [now apply (legal_same w h q p); auto using same_sym |].
    apply stop. now apply play_same.
  - apply move; auto.
Qed.

Lemma repeats_cycles p n : repeats w h p n -> cycles w h p n.
Proof.
  intros (N & f & g & UV & UH & R). split; auto.
  assert (G : exists ms, length ms = n /\ game w h p ms (correct_play w h f g p n)).
  { clear N R. induction n as [| n (ms & L & G)].
    - exists []. split; auto. apply stop, same_refl.
    - exists (ms ++ [choice f g (correct_play w h f g p n)]). rewrite app_length. simpl.
      split; [lia |]. apply game_one_more; auto.
      now apply correct_play_draws. }
  destruct G as (ms & L & G). exists ms. split; auto. now apply game_same_end with (1 := R).
Qed.

End Four.
