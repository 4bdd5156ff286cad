(** * Positions as tables, which compute fast, and as numbers, which can be looked up *)
From Coq Require Import Arith PArith List Bool Lia.
From Onyx Require Import Statement Basics.
Import ListNotations.

Section Tables.
Variables w h : nat.

Definition grid {A} (f : nat -> nat -> A) :=
  map (fun y => map (fun x => f x y) (seq 0 w)) (seq 0 h).
Definition look {A} (d : A) (g : list (list A)) x y := nth x (nth y g []) d.

Lemma nth_map_seq {A} (f : nat -> A) n i d : i < n -> nth i (map f (seq 0 n)) d = f i.
Proof.
  intros L. rewrite nth_indep with (d' := f 0) by (now rewrite map_length, seq_length).
  rewrite map_nth, seq_nth; auto.
Qed.

Lemma look_grid {A} (f : nat -> nat -> A) d x y : x < w -> y < h -> look d (grid f) x y = f x y.
Proof. intros X Y. unfold look, grid. rewrite !nth_map_seq; auto. Qed.

(** A function on places, as tables, so that it is computed only once for each place. *)
Definition tabled {A} (d : A) (f : place -> A) : place -> A :=
  let points := grid (fun x y => f (point x y)) in
  let midpoints := grid (fun c r => f (midpoint c r)) in
  fun a => match a with point x y => look d points x y | midpoint c r => look d midpoints c r end.

Lemma tabled_eq {A} (d : A) f a : on_board w h a = true -> tabled d f a = f a.
Proof.
  destruct a as [x y | c r]; simpl; unfold square; intros B; split_ands;
    rewrite ?Nat.ltb_lt in *; apply look_grid; lia.
Qed.

Definition memo p := Position (turn p) (tabled None (stone p)).

Lemma memo_same p : same w h (memo p) p.
Proof. split; auto. intros a B. now apply tabled_eq. Qed.

Definition places :=
  filter (on_board w h) (flat_map (fun '(x, y) => [point x y; midpoint x y]) (cells w h)).

Lemma places_all a : on_board w h a = true -> In a places.
Proof.
  intros B. apply filter_In; split; auto. apply in_flat_map.
  destruct a as [x y | c r]; [exists (x, y) | exists (c, r)]; (split; [| simpl; tauto]);
    apply in_prod_iff; rewrite !in_seq; simpl in B; unfold square in B; split_ands;
    rewrite ?Nat.ltb_lt in *; lia.
Qed.

Fixpoint encode (l : list (option player)) : positive :=
  match l with
  | [] => xH
  | None :: l => xO (encode l)
  | Some V :: l => xI (xO (encode l))
  | Some H :: l => xI (xI (encode l))
  end.

Lemma encode_inj l l' : encode l = encode l' -> l = l'.
Proof.
  revert l'. induction l as [| [[|]|] l IH]; intros [| [[|]|] l']; simpl; intros E;
    inversion E; f_equal; auto.
Qed.

Definition code p := encode (map (stone p) places).

Lemma code_same p q : same w h p q -> code p = code q.
Proof.
  intros [_ S]. unfold code. f_equal. apply map_ext_in. intros a I. apply S.
  now apply filter_In in I.
Qed.

Lemma same_code p q : turn p = turn q -> code p = code q -> same w h p q.
Proof.
  intros T E. split; auto. intros a B. apply encode_inj in E.
  now apply (ext_in_map E), places_all.
Qed.

(** ** Tests of equality *)

Definition is_turn p X := match turn p, X with V, V | H, H => true | _, _ => false end.

Lemma is_turn_iff p X : is_turn p X = true <-> turn p = X.
Proof. unfold is_turn. destruct (turn p), X; split; congruence. Qed.

Lemma is_turn_other p X : turn p = other X -> is_turn p X = false.
Proof. unfold is_turn. intros ->. now destruct X. Qed.

Definition same_test p q := is_turn p (turn q) &&& (code p =? code q)%positive.

Lemma same_test_ok p q : same_test p q = true -> same w h p q.
Proof.
  unfold same_test. intros E. split_ands. rewrite Pos.eqb_eq, is_turn_iff in *.
  now apply same_code.
Qed.

End Tables.
