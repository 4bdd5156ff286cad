(** * First facts: unbeaten players do not lose, and what the rules depend on *)
From Coq Require Import Arith List Bool Lia.
From Onyx Require Import Statement.
Import ListNotations.

Lemma if_and (a b : bool) : a &&& b = true -> a = true /\ b = true.
Proof. destruct a, b; auto. Qed.

Ltac split_ands :=
  repeat match goal with H : _ &&& _ = true |- _ => apply if_and in H; destruct H end.

(** [R : In (i, a, o, b) (rotations (corners c r))], [I : In a (corners c r)]: four cases each. *)
Ltac each_rotation R :=
  simpl in R; destruct R as [R | [R | [R | [R | []]]]]; injection R as <- <- <- <-.
Ltac each_corner I :=
  simpl in I; destruct I as [I | [I | [I | [I | []]]]]; injection I as <- <-.

(** ** Lists *)

Lemma NoDup_app_disjoint {A} (l l' : list A) :
  NoDup l -> NoDup l' -> (forall a, In a l -> In a l' -> False) -> NoDup (l ++ l').
Proof.
  induction 1 as [| a l N L IH]; simpl; auto. intros L' D. constructor.
  - rewrite in_app_iff. intros [I | I]; [auto | apply (D a); simpl; auto].
  - apply IH; auto. intros b I. apply D. simpl; auto.
Qed.

(** ** Unbeaten players do not lose *)

Lemma other_other X : other (other X) = X.
Proof. now destruct X. Qed.
Lemma other_neq X : other X <> X.
Proof. now destruct X. Qed.

Section Play.
Variables w h : nat.

Lemma finished_iff p X : finished w h p <-> connected w h p X \/ connected w h p (other X).
Proof. unfold finished; destruct X; simpl; tauto. Qed.

Lemma unbeaten_wins X f p q :
  unbeaten w h X f p -> wins w h (other X) q -> ~ arises w h X f p q.
Proof.
  intros [_ U] W. induction W as [q C | q m T L W IH | q T (m & _ & F) W IH]; intros A.
  - now apply (proj1 (U q A)).
  - apply IH. now constructor.
  - rewrite other_other in T. destruct (U q A) as [_ S]. specialize (S T F).
    apply (IH _ S). now constructor.
Qed.

Theorem unbeaten_draw f g p : unbeaten w h V f p -> unbeaten w h H g p -> draw w h p.
Proof.
  intros UV UH; split; intros W.
  - exact (unbeaten_wins H g p p UH W (at_start w h H g p)).
  - exact (unbeaten_wins V f p p UV W (at_start w h V f p)).
Qed.

Theorem repeats_draw p n : repeats w h p n -> draw w h p.
Proof. intros (_ & f & g & UV & UH & _). now apply unbeaten_draw with f g. Qed.

(** If both strategies are unbeaten, their play goes on for ever, through draws only. *)
Lemma arises_trans X f p q r : arises w h X f p q -> arises w h X f q r -> arises w h X f p r.
Proof. intros A B. induction B; [assumption | |]; constructor; auto. Qed.

Lemma unbeaten_from X f p q : unbeaten w h X f p -> arises w h X f p q -> unbeaten w h X f q.
Proof. intros [S U] A. split; auto. intros r B. apply U. now apply (arises_trans X f p q). Qed.

Lemma correct_play_arises f g p n : unbeaten w h V f p -> unbeaten w h H g p ->
  let q := correct_play w h f g p n in
  arises w h V f p q /\ arises w h H g p q /\ legal w h q (choice f g q).
Proof.
  intros [SV UV] [SH UH].
  assert (L : forall q, arises w h V f p q -> arises w h H g p q -> legal w h q (choice f g q)).
  { intros q AV AH. destruct (UV q AV) as [CH LV], (UH q AH) as [CV LH].
    assert (~ finished w h q) by (intros [C | C]; auto).
    unfold choice. destruct (turn q); auto. }
  assert (A : arises w h V f p (correct_play w h f g p n) /\
              arises w h H g p (correct_play w h f g p n)).
  { induction n as [| n [AV AH]]; simpl; [split; constructor |].
    set (q := correct_play w h f g p n) in *.
    destruct (L q AV AH) as [M N]. unfold choice in *.
    destruct (turn q) eqn:T; split; constructor; auto; now split. }
  destruct A. auto.
Qed.

Theorem correct_play_draws f g p n :
  unbeaten w h V f p -> unbeaten w h H g p ->
  let q := correct_play w h f g p n in draw w h q /\ legal w h q (choice f g q).
Proof.
  intros UV UH. destruct (correct_play_arises f g p n UV UH) as (AV & AH & L). split; auto.
  apply unbeaten_draw with f g; now apply unbeaten_from with p.
Qed.

Lemma correct_play_plus f g p k n :
  correct_play w h f g p (k + n) = correct_play w h f g (correct_play w h f g p k) n.
Proof. induction n as [| n IH]; rewrite ?Nat.add_0_r, ?Nat.add_succ_r; simpl; congruence. Qed.

(** If play from [p] returns to a later position, that position repeats and [p] is a draw. *)
Theorem repeats_after_repeats p k n : repeats_after w h p k n -> draw w h p /\
  exists f g, repeats w h (correct_play w h f g p k) n.
Proof.
  intros (N & f & g & UV & UH & R). split; [now apply unbeaten_draw with f g |].
  exists f, g. split; auto. exists f, g.
  destruct (correct_play_arises f g p k UV UH) as (AV & AH & _).
  rewrite correct_play_plus in R. split; [| split; [| exact R]].
  - now apply (unbeaten_from V f p).
  - now apply (unbeaten_from H g p).
Qed.

(** ** The rules do not depend on what [stone] says outside the board *)

Lemma same_refl p : same w h p p.
Proof. now split. Qed.
Lemma same_sym p q : same w h p q -> same w h q p.
Proof. intros [T S]; split; auto. intros; symmetry; auto. Qed.
Lemma same_trans p q r : same w h p q -> same w h q r -> same w h p r.
Proof. intros [T S] [T' S']; split; [congruence |]. intros a A. now rewrite S, S'. Qed.

Lemma square_corners c r a : square w h c r = true -> In a (corners c r) -> on_board w h a = true.
Proof.
  unfold square. intros S I. split_ands. rewrite ?Nat.ltb_lt in *. simpl in I.
  destruct I as [<- | [<- | [<- | [<- | []]]]]; simpl;
    rewrite (proj2 (Nat.ltb_lt _ _)) by lia; apply Nat.ltb_lt; lia.
Qed.

Lemma has_same p q X a : same w h p q -> has w h p X a = has w h q X a.
Proof.
  intros [_ S]. unfold has. destruct (on_board w h a) eqn:B; auto.
  unfold owned. now rewrite S.
Qed.

Lemma connected_same p q X : same w h p q -> connected w h p X -> connected w h q X.
Proof.
  intros S (a & R & E). exists a; split; auto. clear E.
  induction R as [a A E | a b R IH J B].
  - apply from_edge; auto. now rewrite <- (has_same p q).
  - apply onward with a; auto. now rewrite <- (has_same p q).
Qed.

Lemma finished_same p q : same w h p q -> finished w h p -> finished w h q.
Proof. intros S [C | C]; [left | right]; now apply (connected_same p q). Qed.

Lemma empty_same p q a : same w h p q -> on_board w h a = true -> empty p a = empty q a.
Proof. intros [_ S] B. unfold empty. now rewrite S. Qed.

Lemma forallb_ext_in {A} (f g : A -> bool) l :
  (forall a, In a l -> f a = g a) -> forallb f l = forallb g l.
Proof.
  induction l as [| a l IH]; simpl; intros E; auto.
  rewrite E by now left. f_equal. apply IH. intros; apply E; now right.
Qed.

Lemma allowed_same p q m : same w h p q -> allowed w h p m = allowed w h q m.
Proof.
  intros S. unfold allowed. destruct (on_board w h m) eqn:B; auto.
  rewrite (empty_same p q) by auto. destruct (empty q m), m as [x y | c r]; auto.
  apply forallb_ext_in. intros a I. apply empty_same; auto.
  apply (square_corners c r); auto.
Qed.

Lemma legal_same p q m : same w h p q -> legal w h p m -> legal w h q m.
Proof.
  intros S [A F]; split.
  - now rewrite <- (allowed_same p q).
  - intros G. apply F. apply (finished_same q p); auto using same_sym.
Qed.

Lemma owned_same p q X a : same w h p q -> on_board w h a = true -> owned p X a = owned q X a.
Proof. intros [_ S] B. unfold owned. now rewrite S. Qed.

Lemma captured_same p q m : same w h p q -> captured w h p m = captured w h q m.
Proof.
  intros S. unfold captured. rewrite !flat_map_concat_map. f_equal. apply map_ext. intros [c r].
  unfold captured_in. destruct (square w h c r) eqn:Q; auto.
  rewrite (empty_same p q), (proj1 S) by auto. destruct (empty q (midpoint c r)); auto.
  assert (O : forall X a, In a (corners c r) -> owned p X a = owned q X a).
  { intros X a I. apply owned_same; auto. now apply (square_corners c r). }
  simpl. rewrite !O by (simpl; tauto). reflexivity.
Qed.

Lemma play_same p q m : same w h p q -> same w h (play w h p m) (play w h q m).
Proof.
  intros S. unfold play. rewrite (captured_same p q) by auto. destruct S as [T S].
  split; simpl; [congruence |]. intros a B. now rewrite T, S.
Qed.

Lemma game_same p p' ms q : same w h p p' -> game w h p ms q -> game w h p' ms q.
Proof.
  intros S G. revert p' S. induction G as [p q E | p m ms q L G IH]; intros p' S.
  - constructor. eauto using same_trans, same_sym.
  - constructor; [now apply (legal_same p p') |]. apply IH. now apply play_same.
Qed.

Lemma game_same_end p ms q q' : same w h q q' -> game w h p ms q -> game w h p ms q'.
Proof. intros S G. induction G; constructor; eauto using same_trans. Qed.

End Play.

(** ** Places, and what a move does *)

Lemma same_place_iff a b : same_place a b = true <-> a = b.
Proof.
  split.
  - destruct a, b; simpl; intros E; try discriminate; split_ands;
      rewrite ?Nat.eqb_eq in *; congruence.
  - intros <-. destruct a; simpl; now rewrite !Nat.eqb_refl.
Qed.

Lemma square_iff w h c r :
  square w h c r = true <-> S c < w /\ S r < h /\ Nat.odd (c + r) = true.
Proof.
  unfold square. split.
  - intros Q. split_ands. rewrite ?Nat.ltb_lt in *. auto.
  - intros (C & R & O). rewrite (proj2 (Nat.ltb_lt _ _) C), (proj2 (Nat.ltb_lt _ _) R). auto.
Qed.

Lemma point_on_board w h x y : on_board w h (point x y) = true <-> x < w /\ y < h.
Proof.
  simpl. split.
  - intros Q. split_ands. rewrite ?Nat.ltb_lt in *. auto.
  - intros (C & R). rewrite (proj2 (Nat.ltb_lt _ _) C). now apply Nat.ltb_lt.
Qed.

Lemma has_on_board w h p X a : has w h p X a = true -> on_board w h a = true.
Proof. unfold has. intros. now split_ands. Qed.

Lemma allowed_on_board w h p m : allowed w h p m = true -> on_board w h m = true.
Proof. unfold allowed. intros. now split_ands. Qed.

Lemma allowed_empty w h p m : allowed w h p m = true -> stone p m = None.
Proof.
  unfold allowed, empty. intros A. apply if_and in A as [A _]. apply if_and in A as [_ A].
  now destruct (stone p m).
Qed.

Lemma reached_on_board w h p X a : reached w h p X a -> on_board w h a = true.
Proof. intros R. apply (has_on_board w h p X). now destruct R. Qed.

(** More stones do not break a chain. *)
Lemma connected_more w h p q X : (forall a, has w h p X a = true -> has w h q X a = true) ->
  connected w h p X -> connected w h q X.
Proof.
  intros M (a & R & L). exists a. split; auto. clear L.
  induction R as [a A F | a b R IH J B]; [apply from_edge | apply onward with a]; auto.
Qed.

Lemma joined_points x y x' y' : joined (point x y) (point x' y') ->
  x <= S x' /\ x' <= S x /\ y <= S y' /\ y' <= S y.
Proof. intros [L | L]; inversion L; lia. Qed.

Lemma joined_midpoint x y c r : joined (point x y) (midpoint c r) ->
  c <= x <= S c /\ r <= y <= S r.
Proof.
  intros [L | L]; inversion L as [| | | | c' r' k I]; subst. simpl in I.
  each_corner I; lia.
Qed.

Lemma joined_sym a b : joined a b -> joined b a.
Proof. unfold joined. tauto. Qed.

Lemma owned_iff p X a : owned p X a = true <-> stone p a = Some X.
Proof. unfold owned. destruct (stone p a) as [[|]|], X; intuition congruence. Qed.

Lemma rotations_corners c r m a o b : In (m, a, o, b) (rotations (corners c r)) ->
  In m (corners c r) /\ In a (corners c r) /\ In o (corners c r) /\ In b (corners c r).
Proof. intros R. each_rotation R; simpl; tauto. Qed.

(** The stone on [m] captures the stone on [a]: the definition without its lists. *)
Definition captures w h p m a := exists c r i o k,
  square w h c r = true /\ empty p (midpoint c r) = true /\
  In (m, i, o, k) (rotations (corners c r)) /\
  owned p (turn p) o = true /\ owned p (other (turn p)) i = true /\
  owned p (other (turn p)) k = true /\ (a = i \/ a = k).

Lemma captured_iff w h p m a : In a (captured w h p m) <-> captures w h p m a.
Proof.
  unfold captured, captures. rewrite in_flat_map. split.
  - intros ([c r] & _ & I). unfold captured_in in I.
    destruct (square w h c r) eqn:Q; [| destruct I].
    destruct (empty p (midpoint c r)) eqn:E; [| destruct I].
    apply in_flat_map in I as ([[[m' i] o] k] & R & I).
    match type of I with In _ (if ?c then _ else _) => destruct c eqn:A; [| destruct I] end.
    split_ands. rewrite same_place_iff in *. subst m'.
    simpl in I. exists c, r, i, o, k.
    destruct I as [<- | [<- | []]]; repeat split; auto.
  - intros (c & r & i & o & k & Q & E & R & O & I & K & A). exists (c, r). split.
    + apply in_prod_iff. rewrite !in_seq. apply square_iff in Q. lia.
    + unfold captured_in. rewrite Q, E. apply in_flat_map. exists (m, i, o, k). split; auto.
      rewrite (proj2 (same_place_iff m m)) by auto. rewrite O, I, K.
      destruct A as [-> | ->]; simpl; auto.
Qed.

Lemma stone_play w h p m a : stone (play w h p m) a =
  if same_place a m then Some (turn p)
  else if existsb (same_place a) (captured w h p m) then None else stone p a.
Proof. reflexivity. Qed.

Lemma existsb_captures w h p m a :
  existsb (same_place a) (captured w h p m) = true <-> captures w h p m a.
Proof.
  rewrite existsb_exists, <- captured_iff. split.
  - intros (b & I & E). now apply same_place_iff in E as <-.
  - intros I. exists a. split; auto. now apply same_place_iff.
Qed.
