(** * Who is connected: a flood fill, with a separate proof of each of its two answers

    It is not proved that the fill ends in time, nor that it finds everything. Instead, "connected"
    rests on the chain that was found, and "not connected" on a check that the set of stones found
    is closed. Either test may say no although the truth is yes; then a certificate is refused. *)
From Coq Require Import Arith PArith List Bool Lia MSetPositive.
From Onyx Require Import Statement Basics Tables.
Import ListNotations.

Section Connection.
Variables w h : nat.

Definition lineb a b :=
  match a, b with
  | point x y, point x' y' =>
      if x' =? S x then
        if y' =? y then true
        else if y' =? S y then Nat.even x &&& Nat.even y
        else (y =? S y') &&& Nat.odd x &&& Nat.odd y'
      else (x' =? x) &&& (y' =? S y)
  | midpoint c r, _ => existsb (same_place b) (corners c r)
  | _, _ => false
  end.

Lemma lineb_iff a b : lineb a b = true <-> line a b.
Proof.
  split.
  - destruct a as [x y | c r], b as [x' y' | c' r']; unfold lineb; intros L; try discriminate.
    + destruct (Nat.eqb_spec x' (S x)); [destruct (Nat.eqb_spec y' y);
        [| destruct (Nat.eqb_spec y' (S y))] |]; split_ands; rewrite ?Nat.eqb_eq in *; subst;
        now constructor.
    + apply existsb_exists in L as (k & I & E). apply same_place_iff in E as ->. now constructor.
  - intros [x y | x y | x y E F | x y E F | c r k I]; unfold lineb; rewrite ?Nat.eqb_refl; auto.
    + now replace (x =? S x) with false by (symmetry; apply Nat.eqb_neq; lia).
    + replace (S y =? y) with false by (symmetry; apply Nat.eqb_neq; lia). now rewrite E, F.
    + replace (y =? S y) with false by (symmetry; apply Nat.eqb_neq; lia).
      replace (y =? S (S y)) with false by (symmetry; apply Nat.eqb_neq; lia). now rewrite E, F.
    + apply existsb_exists. exists k. split; auto. now apply same_place_iff.
Qed.

Definition neighbours a := filter (fun b => if lineb a b then true else lineb b a) (places w h).

Lemma neighbours_iff a b : on_board w h b = true -> In b (neighbours a) <-> joined a b.
Proof.
  intros B. unfold neighbours, joined. rewrite filter_In, <- !lineb_iff.
  pose proof (places_all w h b B). destruct (lineb a b), (lineb b a); intuition discriminate.
Qed.

(** [neighbours], computed once for each place. *)
Definition near_table := tabled w h [] neighbours.

Lemma near_table_iff a b : on_board w h a = true -> on_board w h b = true ->
  In b (near_table a) <-> joined a b.
Proof. intros A B. unfold near_table. rewrite tabled_eq by auto. now apply neighbours_iff. Qed.

(** Below, [near] is that table. It is a parameter so that it is not computed again. *)
Section Near.
Variable near : place -> list place.
Hypothesis near_iff : forall a b,
  on_board w h a = true -> on_board w h b = true -> In b (near a) <-> joined a b.

Definition key a : positive :=
  let ones := Nat.iter in
  match a with
  | point x y => ones x _ xI (xO (ones y _ xI (xO xH)))
  | midpoint c r => ones c _ xI (xO (ones r _ xI (xO (xO xH))))
  end.

(** The stones of X that are connected to the first edge of X: their keys, and their places. *)
Fixpoint flood fuel p X (todo : list place) (seen : PositiveSet.t) (found : list place) :=
  match fuel, todo with
  | S fuel, a :: todo =>
      if has w h p X a &&& negb (PositiveSet.mem (key a) seen)
      then flood fuel p X (near a ++ todo) (PositiveSet.add (key a) seen) (a :: found)
      else flood fuel p X todo seen found
  | _, _ => (seen, found)
  end.

Definition flooded p X :=
  let fuel := length (places w h) * 12 in
  flood fuel p X (filter (first_edge X) (places w h)) PositiveSet.empty [].

(** Nothing proved here excludes that both answers are false. *)
Definition surely_connected p X := existsb (last_edge w h X) (snd (flooded p X)).

Definition surely_unconnected p X :=
  let seen := fst (flooded p X) in
  let inside a := PositiveSet.mem (key a) seen in
  forallb (fun a =>
    if has w h p X a then
      if inside a then
        negb (last_edge w h X a) &&&
        forallb (fun b => if has w h p X b then inside b else true) (near a)
      else negb (first_edge X a)
    else true) (places w h).

Lemma flood_reached p X fuel : forall todo seen found,
  (forall a, In a todo -> has w h p X a = true -> reached w h p X a) ->
  (forall a, In a found -> reached w h p X a) ->
  forall a, In a (snd (flood fuel p X todo seen found)) -> reached w h p X a.
Proof.
  induction fuel as [| fuel IH]; simpl; auto.
  intros [| a todo] seen found T F; auto.
  destruct (has w h p X a) eqn:A; simpl; [destruct (negb _); simpl |].
  - assert (R : reached w h p X a) by (apply T; simpl; auto).
    apply IH; [| intros b [<- | I]; auto].
    intros b I B. apply in_app_iff in I as [I | I]; [| apply T; simpl; auto].
    apply onward with a; auto.
    unfold has in A, B. split_ands. now apply near_iff.
  - apply IH; auto. intros b I. apply T. simpl; auto.
  - apply IH; auto. intros b I. apply T. simpl; auto.
Qed.

Lemma surely_connected_ok p X : surely_connected p X = true -> connected w h p X.
Proof.
  intros E. apply existsb_exists in E as (a & I & L). exists a. split; auto.
  eapply flood_reached; [| | exact I].
  - intros b J B. apply filter_In in J as [_ J]. now constructor.
  - intros b [].
Qed.

Lemma surely_unconnected_ok p X : surely_unconnected p X = true -> ~ connected w h p X.
Proof.
  unfold surely_unconnected. set (seen := fst (flooded p X)). simpl.
  intros E (a & R & L). rewrite forallb_forall in E.
  assert (G : forall a, has w h p X a = true -> In a (places w h)).
  { intros b B. apply places_all. unfold has in B. now split_ands. }
  assert (I : has w h p X a = true /\ PositiveSet.mem (key a) seen = true).
  { clear L. induction R as [a A F | a b R [A I] J B]; split; auto.
    - specialize (E a (G a A)). rewrite A, F in E. now destruct (PositiveSet.mem (key a) seen).
    - specialize (E a (G a A)). rewrite A, I in E. apply if_and in E as [_ E].
      rewrite forallb_forall in E. specialize (E b). rewrite B in E. apply E.
      unfold has in A, B. split_ands. now apply near_iff. }
  destruct I as [A I]. specialize (E a (G a A)). rewrite A, I, L in E. discriminate.
Qed.

Definition unfinished p := surely_unconnected p V &&& surely_unconnected p H.

Lemma unfinished_ok p : unfinished p = true -> ~ finished w h p.
Proof.
  unfold unfinished. intros E. apply if_and in E as [EV EH].
  intros [C | C]; revert C; now apply surely_unconnected_ok.
Qed.

End Near.
End Connection.
