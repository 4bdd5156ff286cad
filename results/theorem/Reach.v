(** * Crowded positions arise from a setup by putting their stones one by one. *)
From Coq Require Import Arith List Bool Lia Permutation.
From Onyx Require Import Statement Basics.
Import ListNotations.

Section Reach.
Variables w h : nat.
Variable T : position.

(** No square has two stones of one player on one diagonal and two of the other on the other one. *)
Definition no_cross := forall c r m i o k X, square w h c r = true ->
  In (m, i, o, k) (rotations (corners c r)) ->
  owned T X m = true -> owned T X o = true -> owned T (other X) i = true ->
  owned T (other X) k = true -> False.

Hypothesis crossless : no_cross.
Hypothesis unfinished : ~ finished w h T.

Definition part q := forall a X, on_board w h a = true -> owned q X a = true -> owned T X a = true.

Lemma part_connected q X : part q -> connected w h q X -> connected w h T X.
Proof.
  intros P (a & R & L). exists a; split; auto. clear L.
  assert (G : forall a, has w h q X a = true -> has w h T X a = true).
  { intros b B. unfold has in *. apply if_and in B as [B O]. rewrite B. now apply P. }
  induction R as [a A F | a b R IH J B].
  - apply from_edge; auto.
  - apply onward with a; auto.
Qed.

Fixpoint alternate X ms :=
  match ms with [] => True | m :: ms => owned T X m = true /\ alternate (other X) ms end.

Fixpoint mover X (ms : list place) := match ms with [] => X | _ :: ms => mover (other X) ms end.

Lemma place_stones ms : forall q,
  part q -> alternate (turn q) ms -> NoDup ms ->
  (forall m, In m ms -> on_board w h m = true /\ stone q m = None /\ exists x y, m = point x y) ->
  (forall a, on_board w h a = true -> stone q a = stone T a \/ In a ms) ->
  mover (turn q) ms = turn T -> game w h q ms T.
Proof.
  induction ms as [| m ms IH]; intros q P A N M C S.
  - apply stop. split; auto. intros a B. destruct (C a B) as [E | []]; auto.
  - destruct (M m) as (B & E & x & y & ->); [now left |]. destruct A as [O A].
    inversion N as [| m' ms' N1 N2]; subst.
    assert (K : captured w h q (point x y) = []).
    { destruct (captured w h q (point x y)) as [| a l] eqn:K; auto. exfalso.
      assert (I : In a (captured w h q (point x y))) by (rewrite K; now left).
      apply captured_iff in I as (c & r & i & o & k & Q & _ & R & Oo & Oi & Ok & _).
      destruct (rotations_corners c r (point x y) i o k R) as (_ & Ci & Co & Ck).
      apply (crossless c r (point x y) i o k (turn q)); auto;
        (apply P; [now apply (square_corners w h c r) | auto]). }
    assert (St : forall a, stone (play w h q (point x y)) a =
                           if same_place a (point x y) then Some (turn q) else stone q a).
    { intros a. rewrite stone_play, K. reflexivity. }
    apply move.
    + split; [unfold allowed, empty; now rewrite B, E |].
      intros [F | F]; apply unfinished; [left | right]; now apply part_connected with q.
    + apply IH; auto.
      * intros a X Ba. rewrite owned_iff, St. destruct (same_place a (point x y)) eqn:D.
        -- apply same_place_iff in D as ->. now intros [= <-].
        -- rewrite <- owned_iff. now apply P.
      * intros m I. destruct (M m) as (Bm & Em & Pm); [now right |]. repeat split; auto.
        rewrite St. destruct (same_place m (point x y)) eqn:D; auto.
        apply same_place_iff in D as ->. contradiction.
      * intros a Ba. rewrite St. destruct (same_place a (point x y)) eqn:D.
        -- apply same_place_iff in D as ->. left. symmetry. now apply owned_iff.
        -- destruct (C a Ba) as [G | [G | G]]; auto. subst a.
           exfalso. rewrite (proj2 (same_place_iff _ _)) in D; auto. discriminate.
Qed.

(** V's stones and H's stones alternately. *)
Fixpoint weave (vs hs : list place) :=
  match vs with
  | [] => []
  | v :: vs => v :: match hs with [] => [] | u :: hs => u :: weave vs hs end
  end.

Lemma weave_facts vs : forall hs, length hs = length vs \/ S (length hs) = length vs ->
  (forall a, In a vs -> owned T V a = true) -> (forall a, In a hs -> owned T H a = true) ->
  Permutation (weave vs hs) (vs ++ hs) /\ alternate V (weave vs hs) /\
  mover V (weave vs hs) = (if length hs =? length vs then V else H).
Proof.
  induction vs as [| v vs IH]; intros hs L A B.
  - destruct hs; [| simpl in L; lia]. simpl. auto.
  - destruct hs as [| u hs]; simpl in L.
    + destruct vs; [| simpl in L; lia]. simpl. auto with datatypes.
    + destruct (IH hs) as (P & Q & R); auto with datatypes; [lia |].
      simpl. repeat split; auto with datatypes.
      apply perm_skip. apply Permutation_trans with (1 := perm_skip u P). apply Permutation_middle.
Qed.

(** A point that X still has to take. *)
Definition to_place q X a := on_board w h a = true /\ stone q a = None /\ owned T X a = true /\
  exists x y, a = point x y.

(** If V and H have equally many stones, or V has one more, then there is a game. *)
Theorem reach q vs hs : turn q = V -> part q -> NoDup vs -> NoDup hs ->
  (forall a, In a vs -> to_place q V a) -> (forall a, In a hs -> to_place q H a) ->
  (forall a, on_board w h a = true -> stone q a = stone T a \/ In a vs \/ In a hs) ->
  match turn T with V => length hs = length vs | H => S (length hs) = length vs end ->
  game w h q (weave vs hs) T.
Proof.
  intros TV P NV NH AV AH C L.
  destruct (weave_facts vs hs) as (W & A & M).
  { destruct (turn T); auto. }
  { intros a I. now apply AV. }
  { intros a I. now apply AH. }
  apply place_stones; rewrite ?TV; auto.
  - apply Permutation_NoDup with (1 := Permutation_sym W).
    clear - NV NH AV AH. induction vs as [| v vs IH]; auto. simpl.
    inversion NV; subst. constructor.
    + rewrite in_app_iff. intros [I | I]; auto.
      destruct (AV v) as (_ & _ & O & _); [now left |]. destruct (AH v I) as (_ & _ & O' & _).
      rewrite owned_iff in *. congruence.
    + apply IH; auto. intros a I. apply AV. now right.
  - intros m I. apply (Permutation_in _ W), in_app_iff in I as [I | I].
    + destruct (AV m I) as (? & ? & _ & ?). auto.
    + destruct (AH m I) as (? & ? & _ & ?). auto.
  - intros a B. destruct (C a B) as [E | I]; auto. right.
    apply (Permutation_in _ (Permutation_sym W)), in_app_iff, I.
  - rewrite M. destruct (turn T).
    + now rewrite (proj2 (Nat.eqb_eq _ _)).
    + replace (length hs =? length vs) with false; auto. symmetry. apply Nat.eqb_neq. lia.
Qed.

End Reach.
