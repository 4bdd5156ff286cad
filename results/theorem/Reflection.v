(** * Reflection in the diagonal, with the players exchanged, does not change the game *)
From Coq Require Import Arith List Bool Lia.
From Onyx Require Import Statement Basics.
Import ListNotations.

Definition flip a := match a with point x y => point y x | midpoint c r => midpoint r c end.

Definition flipped p :=
  Position (other (turn p)) (fun a => option_map other (stone p (flip a))).

Lemma flip_flip a : flip (flip a) = a.
Proof. now destruct a. Qed.

Lemma other_inj X Y : other X = other Y -> X = Y.
Proof. now destruct X, Y. Qed.

(** ** The board *)

Lemma on_board_flip w h a : on_board h w (flip a) = on_board w h a.
Proof.
  apply eq_true_iff_eq. destruct a as [x y | c r]; simpl flip.
  - rewrite !point_on_board. tauto.
  - simpl. rewrite !square_iff, (Nat.add_comm r c). tauto.
Qed.

Lemma line_flip a b : line a b -> joined (flip a) (flip b).
Proof.
  unfold joined. intros [x y | x y | c r E F | c r E F | c r k I]; simpl flip.
  - left. constructor.
  - left. constructor.
  - left. now constructor.
  - right. now constructor.
  - left. constructor. simpl in *.
    destruct I as [<- | [<- | [<- | [<- | []]]]]; simpl; auto.
Qed.

Lemma joined_flip a b : joined a b -> joined (flip a) (flip b).
Proof. intros [L | L]; apply line_flip in L; auto using joined_sym. Qed.

Lemma owned_flipped p X a : owned (flipped p) (other X) (flip a) = owned p X a.
Proof.
  unfold owned. simpl. rewrite flip_flip. now destruct (stone p a) as [[|] |], X.
Qed.

Lemma empty_flipped p a : empty (flipped p) (flip a) = empty p a.
Proof. unfold empty. simpl. rewrite flip_flip. now destruct (stone p a). Qed.

Section Flip.
Variables w h : nat.

Lemma flipped_same p q : same w h p q -> same h w (flipped p) (flipped q).
Proof.
  intros [T S]. split; [simpl; congruence |]. intros a A. simpl.
  rewrite S; auto. now rewrite <- (on_board_flip w h), flip_flip.
Qed.

Lemma has_flipped p X a : has h w (flipped p) (other X) (flip a) = has w h p X a.
Proof. unfold has. now rewrite on_board_flip, owned_flipped. Qed.

Lemma reached_flipped p X a : reached w h p X a -> reached h w (flipped p) (other X) (flip a).
Proof.
  intros R. induction R as [a A E | a b R IH J B].
  - apply from_edge; [now rewrite has_flipped |]. now destruct X, a.
  - apply onward with (flip a); auto using joined_flip. now rewrite has_flipped.
Qed.

Lemma connected_flipped p X : connected w h p X -> connected h w (flipped p) (other X).
Proof.
  intros (a & R & L). exists (flip a). split; [now apply reached_flipped | now destruct X, a].
Qed.

Lemma corners_flip c r a : In a (corners c r) -> In (flip a) (corners r c).
Proof. intros I. simpl in *. destruct I as [<- | [<- | [<- | [<- | []]]]]; simpl; auto. Qed.

Lemma rotations_flip c r m i o k : In (m, i, o, k) (rotations (corners c r)) ->
  In (flip m, flip k, flip o, flip i) (rotations (corners r c)).
Proof. intros R. each_rotation R; simpl; auto. Qed.

Lemma allowed_flipped p m : allowed w h p m = true -> allowed h w (flipped p) (flip m) = true.
Proof.
  unfold allowed. intros A. apply if_and in A as [B A]. apply if_and in B as [B E].
  rewrite on_board_flip, empty_flipped, B, E. destruct m as [x y | c r]; auto. simpl flip.
  cbv iota in *. rewrite forallb_forall in *. intros a I. apply corners_flip, A in I.
  now rewrite <- (flip_flip a), empty_flipped.
Qed.

Lemma captures_flipped p m a : captures w h p m a -> captures h w (flipped p) (flip m) (flip a).
Proof.
  intros (c & r & i & o & k & Q & E & R & O & I & K & A).
  exists r, c, (flip k), (flip o), (flip i).
  change (midpoint r c) with (flip (midpoint c r)).
  change (turn (flipped p)) with (other (turn p)).
  rewrite empty_flipped, !owned_flipped. repeat split; auto using rotations_flip.
  - apply square_iff in Q. apply square_iff. rewrite Nat.add_comm. tauto.
  - destruct A as [-> | ->]; auto.
Qed.

End Flip.

Lemma flipped_flipped w h p : same w h (flipped (flipped p)) p.
Proof.
  split; simpl; [apply other_other |]. intros a _. rewrite flip_flip.
  destruct (stone p a) as [X |]; simpl; now rewrite ?other_other.
Qed.

Section Strategies.
Variables w h : nat.

(** The converses, by reflecting back. *)
Lemma connected_back p X : connected h w (flipped p) (other X) -> connected w h p X.
Proof.
  intros C. apply connected_flipped in C. rewrite other_other in C.
  now apply (connected_same w h (flipped (flipped p))); [apply flipped_flipped |].
Qed.

Lemma finished_flipped p : finished h w (flipped p) <-> finished w h p.
Proof.
  unfold finished. split.
  - intros [C | C]; [right | left]; now apply connected_back.
  - intros [C | C]; [right | left]; now apply (connected_flipped w h p _) in C.
Qed.

Lemma legal_flipped p m : legal w h p m -> legal h w (flipped p) (flip m).
Proof.
  intros [A F]. split; [now apply allowed_flipped | now rewrite finished_flipped].
Qed.

Lemma captures_same p q m a : same w h p q -> captures w h p m a -> captures w h q m a.
Proof. intros S. rewrite <- !captured_iff. now rewrite (captured_same w h p q). Qed.

Lemma captures_back p m a : captures h w (flipped p) (flip m) (flip a) -> captures w h p m a.
Proof.
  intros C. apply captures_flipped in C. rewrite !flip_flip in C.
  now apply captures_same with (1 := flipped_flipped w h p).
Qed.

Lemma play_flipped p m : same h w (play h w (flipped p) (flip m)) (flipped (play w h p m)).
Proof.
  split; auto. intros a A. rewrite <- (flip_flip a). generalize (flip a). clear a A. intros a.
  change (stone (flipped (play w h p m)) (flip a)) with
    (option_map other (stone (play w h p m) (flip (flip a)))).
  rewrite flip_flip, !stone_play.
  replace (same_place (flip a) (flip m)) with (same_place a m).
  2:{ apply eq_true_iff_eq. rewrite !same_place_iff. split; [congruence |].
      intros E. now rewrite <- (flip_flip a), E, flip_flip. }
  replace (existsb (same_place (flip a)) (captured h w (flipped p) (flip m)))
    with (existsb (same_place a) (captured w h p m)).
  2:{ apply eq_true_iff_eq. rewrite !existsb_captures.
      split; [apply captures_flipped | apply captures_back]. }
  destruct (same_place a m); auto. destruct (existsb _ _); auto.
  simpl. now rewrite flip_flip.
Qed.

End Strategies.

Section Repeats.
Variables w h : nat.

Definition mirrored (f : position -> place) P := flip (f (flipped P)).

Lemma mirrored_eq f p P : strategy w h f -> same h w P (flipped p) -> mirrored f P = flip (f p).
Proof.
  intros S E. unfold mirrored. f_equal. apply S.
  apply same_trans with (flipped (flipped p)); [now apply flipped_same | apply flipped_flipped].
Qed.

Theorem unbeaten_flipped X f p :
  unbeaten w h X f p -> unbeaten h w (other X) (mirrored f) (flipped p).
Proof.
  intros [S U].
  assert (A : forall P, arises h w (other X) (mirrored f) (flipped p) P ->
              exists q, arises w h X f p q /\ same h w P (flipped q)).
  { intros P A. induction A as [| P A (q & Aq & E) T N | P m A (q & Aq & E) T L].
    - exists p. split; [constructor | apply same_refl].
    - assert (N' : ~ finished w h q).
      { rewrite <- finished_flipped. intros C. apply N.
        apply (finished_same h w (flipped q)); auto using same_sym. }
      assert (T' : turn q = X) by (apply other_inj; now rewrite <- T, (proj1 E)).
      exists (play w h q (f q)). split; [now constructor |].
      rewrite (mirrored_eq f q P) by auto.
      apply same_trans with (play h w (flipped q) (flip (f q))); [now apply play_same |].
      apply play_flipped.
    - apply (legal_same h w P (flipped q)) in L; auto. apply (legal_flipped h w) in L.
      apply (legal_same w h _ q) in L; [| apply flipped_flipped].
      exists (play w h q (flip m)). split.
      + apply reply; auto. apply other_inj. rewrite <- T. now rewrite (proj1 E).
      + apply same_trans with (play h w (flipped q) (flip (flip m))).
        * rewrite flip_flip. now apply play_same.
        * apply play_flipped. }
  split.
  - intros P Q E. unfold mirrored. f_equal. apply S. now apply flipped_same.
  - intros P AP. destruct (A P AP) as (q & Aq & E). destruct (U q Aq) as [C L]. split.
    + intros C'. apply C. apply connected_back. apply (connected_same h w P); auto.
    + intros T N. rewrite (mirrored_eq f q P) by auto.
      apply (legal_same h w (flipped q)); auto using same_sym. apply legal_flipped, L.
      * apply other_inj. rewrite <- T. now rewrite (proj1 E).
      * rewrite <- finished_flipped. intros D. apply N.
        apply (finished_same h w (flipped q)); auto using same_sym.
Qed.

Theorem repeats_flipped p n : repeats w h p n -> repeats h w (flipped p) n.
Proof.
  intros (N & f & g & UV & UH & R). split; auto. exists (mirrored g), (mirrored f).
  split; [now apply (unbeaten_flipped H) |]. split; [now apply (unbeaten_flipped V) |].
  assert (P : forall k, same h w (correct_play h w (mirrored g) (mirrored f) (flipped p) k)
                             (flipped (correct_play w h f g p k))).
  { induction k as [| k IH]; simpl correct_play; [apply same_refl |].
    set (Q := correct_play h w (mirrored g) (mirrored f) (flipped p) k) in *.
    set (q := correct_play w h f g p k) in *.
    assert (E : choice (mirrored g) (mirrored f) Q = flip (choice f g q)).
    { unfold choice. rewrite (mirrored_eq f q Q (proj1 UV) IH), (mirrored_eq g q Q (proj1 UH) IH).
      rewrite (proj1 IH). simpl. now destruct (turn q). }
    rewrite E. apply same_trans with (play h w (flipped q) (flip (choice f g q))).
    - now apply play_same.
    - apply play_flipped. }
  apply same_trans with (1 := P n). now apply flipped_same.
Qed.

End Repeats.
