(** * On boards of two columns or two rows, nothing repeats

    With two columns each point is a corner of at most one square, and two stones side by side
    connect H. If H captures in a square, H has two stones on one diagonal, and the other two
    corners, each beside one of these stones, are empty. V cannot take both corners, nor capture
    there, nor get past a row without stones of V. So H wins. But in a play that returns, V loses
    every stone that V places, so H captures. *)
From Coq Require Import Arith List Bool Lia.
From Onyx Require Import Statement Basics Reflection.
Import ListNotations.

(** ** In a play that returns, each player captures *)

Section Return.
Variables w h : nat.
Variables f g : position -> place.
Variable p : position.
Hypothesis f_safe : unbeaten w h V f p.
Hypothesis g_safe : unbeaten w h H g p.
Notation at_ply := (correct_play w h f g p).
Notation move_at i := (choice f g (at_ply i)).

Lemma at_ply_legal i : legal w h (at_ply i) (move_at i).
Proof. apply (correct_play_draws w h f g p i); auto. Qed.

Lemma next_ply i : at_ply (S i) = play w h (at_ply i) (move_at i).
Proof. reflexivity. Qed.

(** A stone stays until it is captured. *)
Lemma stone_stays X m i j : stone (at_ply i) m = Some X ->
  (forall k, i <= k < i + j -> ~ captures w h (at_ply k) (move_at k) m) ->
  stone (at_ply (i + j)) m = Some X.
Proof.
  intros S N. induction j as [| j IH]; [now rewrite Nat.add_0_r |].
  rewrite Nat.add_succ_r, next_ply.
  assert (E : stone (at_ply (i + j)) m = Some X) by (apply IH; intros; apply N; lia).
  rewrite stone_play. destruct (same_place m (move_at (i + j))) eqn:M.
  - apply same_place_iff in M. destruct (at_ply_legal (i + j)) as [A _].
    apply allowed_empty in A. congruence.
  - destruct (existsb _ _) eqn:C; auto. apply existsb_captures in C.
    destruct (N (i + j)); [lia | exact C].
Qed.

Lemma returns n i : same w h (at_ply n) p -> same w h (at_ply (i + n)) (at_ply i).
Proof.
  intros R. rewrite Nat.add_comm, correct_play_plus.
  induction i as [| i IH]; simpl; auto.
  set (a := correct_play w h f g (at_ply n) i) in *. set (b := at_ply i) in *.
  replace (choice f g a) with (choice f g b); [now apply play_same |].
  unfold choice. rewrite (proj1 IH).
  now rewrite (proj1 f_safe _ _ IH), (proj1 g_safe _ _ IH).
Qed.

Theorem captures_in_return n X : 0 < n -> same w h (at_ply n) p ->
  exists i m, turn (at_ply i) = X /\ captures w h (at_ply i) (move_at i) m.
Proof.
  intros N R.
  assert (T : exists i, turn (at_ply i) = other X).
  { destruct (turn p) eqn:T0, X; [exists 1 | exists 0 | exists 0 | exists 1];
      simpl; now rewrite ?T0. }
  destruct T as (i & T). set (m := move_at i).
  assert (D : forall l,
    (exists k, S i <= k < S i + l /\ captures w h (at_ply k) (move_at k) m /\
       forall j, S i <= j < k -> ~ captures w h (at_ply j) (move_at j) m) \/
    (forall k, S i <= k < S i + l -> ~ captures w h (at_ply k) (move_at k) m)).
  { induction l as [| l [(k & K & C) | IH]].
    - right. lia.
    - left. exists k. split; auto. lia.
    - destruct (existsb (same_place m) (captured w h (at_ply (S i + l)) (move_at (S i + l)))) eqn:E.
      + left. exists (S i + l). split; [lia |]. split; auto. now apply existsb_captures.
      + right. intros k K. destruct (Nat.eq_dec k (S i + l)) as [-> |]; [| apply IH; lia].
        intros C. apply existsb_captures in C. congruence. }
  assert (S0 : stone (at_ply (S i)) m = Some (other X)).
  { rewrite next_ply, stone_play. fold m. rewrite (proj2 (same_place_iff m m)) by auto.
    now rewrite T. }
  destruct (D (n - 1)) as [(k & K & C & B) | N'].
  - exists k, m. split; auto. replace k with (S i + (k - S i)) in B by lia.
    apply (stone_stays _ _ _ _ S0) in B. replace (S i + (k - S i)) with k in B by lia.
    destruct C as (c & r & a & o & b & _ & _ & _ & _ & A & A' & M).
    assert (O : owned (at_ply k) (other (turn (at_ply k))) m = true) by now destruct M as [-> | ->].
    apply owned_iff in O. rewrite B in O. injection O as O.
    now rewrite <- (other_other X), O, other_other.
  - exfalso. apply (stone_stays _ _ _ _ S0) in N'.
    replace (S i + (n - 1)) with (i + n) in N' by lia.
    destruct (at_ply_legal i) as [A _]. fold m in A.
    rewrite (proj2 (returns n i R) m (allowed_on_board w h _ _ A)) in N'.
    rewrite (allowed_empty w h _ _ A) in N'. discriminate.
Qed.

End Return.

(** ** V does not get past a row without stones of V *)

Lemma row_barrier w h p y : y < h ->
  (forall x, has w h p V (point x y) = false) -> ~ connected w h p V.
Proof.
  intros Y N (a & R & L).
  assert (I : match a with point _ y' => y' < y | midpoint _ r => r < y end).
  { clear L. induction R as [[x y' | c r] A E | a [x' y' | c' r'] R IH J B]; try discriminate E.
    - apply Nat.eqb_eq in E as ->. destruct y; [now rewrite N in A | lia].
    - assert (y' <> y) by (intros ->; now rewrite N in B). destruct a as [x y0 | c r].
      + apply joined_points in J. lia.
      + apply joined_sym, joined_midpoint in J. lia.
    - destruct a as [x y0 | c r].
      + apply joined_midpoint in J. lia.
      + exfalso. destruct J as [J | J]; inversion J; simpl in *; intuition discriminate. }
  destruct a as [x y' | c r]; [| discriminate L]. apply Nat.eqb_eq in L. lia.
Qed.

(** ** Two columns *)

Section TwoColumns.
Variable h : nat.

(** Each captured corner is beside one of the capturing stones. *)
Lemma beside r m i o k e : In (m, i, o, k) (rotations (corners 0 r)) -> e = i \/ e = k ->
  exists x x' y b, e = point x y /\ b = point x' y /\ (b = m \/ b = o) /\
    (x = 0 /\ x' = 1 \/ x = 1 /\ x' = 0).
Proof. intros R [-> | ->]; each_rotation R; do 4 eexists; intuition eauto. Qed.

Lemma two_connect p x x' y : y < h -> x = 0 /\ x' = 1 \/ x = 1 /\ x' = 0 ->
  stone p (point x y) = Some H -> stone p (point x' y) = Some H -> connected 2 h p H.
Proof.
  intros Y X A B.
  assert (G : stone p (point 0 y) = Some H /\ stone p (point 1 y) = Some H)
    by (destruct X as [[-> ->] | [-> ->]]; auto).
  destruct G as [G0 G1].
  assert (O : forall z, z < 2 -> on_board 2 h (point z y) = true)
    by (intros; now apply point_on_board).
  exists (point 1 y). split; auto. apply onward with (point 0 y).
  - apply from_edge; auto. unfold has. rewrite O by lia. now apply owned_iff.
  - left. constructor.
  - unfold has. rewrite O by lia. now apply owned_iff.
Qed.

Theorem capture_wins p m a : turn p = H -> legal 2 h p m -> captures 2 h p m a ->
  ~ finished 2 h (play 2 h p m) -> wins 2 h H (play 2 h p m).
Proof.
  intros T [A _] (c & r & i & o & k & Q & E & R & O & I & K & _) F.
  pose proof (square_corners 2 h c r) as B. specialize (fun b => B b Q).
  pose proof Q as Q0. apply square_iff in Q as (C & Y & Odd). assert (c = 0) as -> by lia. clear C.
  rewrite T in *. simpl other in *. rewrite owned_iff in *. apply allowed_empty in A.
  destruct (rotations_corners 0 r m i o k R) as (Bm & Bi & Bo & Bk).
  set (q := play 2 h p m) in *. assert (Tq : turn q = V) by (simpl; now rewrite T).
  (* The square after the capture. *)
  assert (Cap : forall b, captures 2 h p m b -> stone p b = Some V).
  { intros b (? & ? & ? & ? & ? & _ & _ & _ & _ & Z & Z' & D). rewrite T in *. simpl in *.
    rewrite owned_iff in *. now destruct D as [-> | ->]. }
  assert (Sm : stone q m = Some H).
  { unfold q. rewrite stone_play, (proj2 (same_place_iff m m)) by auto. now rewrite T. }
  assert (So : stone q o = Some H).
  { unfold q. rewrite stone_play. destruct (same_place o m) eqn:D; [now rewrite T |].
    destruct (existsb _ _) eqn:D'; auto. apply existsb_captures, Cap in D'. congruence. }
  assert (Sik : forall e, e = i \/ e = k -> stone q e = None).
  { intros e e_ik. unfold q. rewrite stone_play. destruct (same_place e m) eqn:D.
    - apply same_place_iff in D as ->. destruct e_ik; congruence.
    - replace (existsb _ _) with true; auto. symmetry. apply existsb_captures.
      exists 0, r, i, o, k. rewrite T. repeat split; try apply owned_iff; auto. }
  assert (NoV : forall b, In b (corners 0 r) -> stone q b <> Some V).
  { intros b J. assert (G : b = m \/ b = o \/ b = i \/ b = k)
      by (clear - R J; each_rotation R; simpl in J; intuition congruence).
    destruct G as [-> | [-> | G]]; [congruence | congruence | rewrite Sik; [discriminate |]].
    exact G. }
  (* Whatever V does, H plays beside one of H's two stones. *)
  apply every_move; auto.
  { exists i. split; auto. unfold allowed. rewrite B by auto. unfold empty. rewrite Sik by auto.
    clear - R. each_rotation R; auto. }
  intros m' [A' F']. set (q' := play 2 h q m').
  assert (E' : stone q m' = None) by now apply allowed_empty in A'.
  assert (Stay : forall b, In b (corners 0 r) -> stone q b = Some H -> stone q' b = Some H).
  { intros b J S. unfold q'. rewrite stone_play. destruct (same_place b m') eqn:D.
    - apply same_place_iff in D as ->. congruence.
    - destruct (existsb _ _) eqn:D'; auto. apply existsb_captures in D'.
      destruct D' as (c' & r' & i' & o' & k' & Q' & _ & R' & O' & _ & _ & G).
      apply square_iff in Q' as (C & _ & Odd'). assert (c' = 0) as -> by lia.
      destruct (rotations_corners 0 r' m' i' o' k' R') as (_ & Bi' & Bo' & Bk').
      assert (J' : In b (corners 0 r')) by now destruct G as [-> | ->].
      assert (r' = r) as ->.
      { simpl in Odd, Odd'. clear - J J' Odd Odd'. apply Nat.odd_spec in Odd as [u ->].
        apply Nat.odd_spec in Odd' as [v ->]. simpl in J.
        destruct J as [<- | [<- | [<- | [<- | []]]]]; simpl in J';
          destruct J' as [J | [J | [J | [J | []]]]]; injection J; lia. }
      apply (NoV o') in Bo'. rewrite Tq, owned_iff in O'. contradiction. }
  assert (G : exists e, (e = i \/ e = k) /\ e <> m').
  { destruct (same_place i m') eqn:D.
    - apply same_place_iff in D as <-. exists k. split; auto.
      clear - R. each_rotation R; intros [=]; lia.
    - exists i. split; auto. intros ->. now rewrite (proj2 (same_place_iff m' m')) in D. }
  destruct G as (e & e_ik & N).
  assert (Se : stone q' e = None).
  { unfold q'. rewrite stone_play. destruct (same_place e m') eqn:D.
    - now apply same_place_iff in D.
    - destruct (existsb _ _); auto. }
  destruct (beside r m i o k e R e_ik) as (x & x' & y & b & -> & -> & mo & X).
  assert (Sb : stone q' (point x' y) = Some H).
  { destruct mo as [<- | <-]; apply Stay; auto. }
  assert (Ye : y < h).
  { assert (J : In (point x y) (corners 0 r)) by (destruct e_ik as [-> | ->]; auto).
    apply B in J. now apply point_on_board in J. }
  assert (F'' : ~ finished 2 h q').
  { intros [D | D].
    - revert D. apply row_barrier with y; auto. intros z. unfold has.
      destruct (on_board 2 h (point z y)) eqn:D; auto. apply point_on_board in D.
      assert (z = x \/ z = x') as [-> | ->] by lia; unfold owned; [now rewrite Se | now rewrite Sb].
    - apply F. right. apply connected_more with (2 := D). intros d. unfold has.
      destruct (on_board 2 h d); auto. rewrite !owned_iff. unfold q'. rewrite stone_play, Tq.
      destruct (same_place d m'); [discriminate |]. destruct (existsb _ _); [discriminate | auto]. }
  assert (T' : turn q' = H) by (simpl; now rewrite T).
  apply some_move with (point x y); auto.
  { split; auto. unfold allowed. rewrite (proj2 (point_on_board 2 h x y)) by lia.
    unfold empty. now rewrite Se. }
  apply won. apply two_connect with x x' y; auto.
  - rewrite stone_play, (proj2 (same_place_iff _ _)) by auto. now rewrite T'.
  - rewrite stone_play. destruct (same_place (point x' y) (point x y)) eqn:D.
    + now rewrite T'.
    + destruct (existsb _ _) eqn:D'; auto. apply existsb_captures in D'.
      destruct D' as (? & ? & ? & ? & ? & _ & _ & _ & _ & Z & Z' & D').
      rewrite T' in Z, Z'. apply owned_iff in Z, Z'. change (other H) with V in *.
      destruct D' as [D' | D']; congruence.
Qed.

Theorem two_columns p n : ~ repeats 2 h p n.
Proof.
  intros (N & f & g & UV & UH & R).
  destruct (captures_in_return 2 h f g p UV UH n H N R) as (i & m & T & C).
  destruct (correct_play_draws 2 h f g p i UV UH) as [_ L].
  destruct (correct_play_draws 2 h f g p (S i) UV UH) as [[_ D] [_ F]].
  apply D. exact (capture_wins _ _ _ T L C F).
Qed.

End TwoColumns.

Theorem narrow_boards w h p n : w = 2 \/ h = 2 -> ~ repeats w h p n.
Proof.
  intros [-> | ->]; [apply two_columns |].
  intros R. apply repeats_flipped in R. revert R. apply two_columns.
Qed.
