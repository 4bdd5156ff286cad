(** * A frame of stones carries a small board's games into a large one. *)
From Coq Require Import Arith List Bool Lia.
From Onyx Require Import Statement Basics.
Import ListNotations.

(** ** The frame *)

Section Frame.
Variables w0 h0 w h a b : nat.
Hypothesis even_a : Nat.even a = true.
Hypothesis even_b : Nat.even b = true.
Hypothesis fits_w : a + w0 <= w.
Hypothesis fits_h : b + h0 <= h.
Hypothesis w0_pos : 0 < w0.
Hypothesis h0_pos : 0 < h0.

(** The colours of the stones outside. V above and below, H left and right, any in the corners. *)
Variable F : nat -> nat -> player.
Hypothesis F_V : forall x y, a <= x < a + w0 -> y < b \/ b + h0 <= y -> F x y = V.
Hypothesis F_H : forall x y, b <= y < b + h0 -> x < a \/ a + w0 <= x -> F x y = H.

Definition shift q :=
  match q with
  | point x y => point (x + a) (y + b)
  | midpoint c r => midpoint (c + a) (r + b)
  end.

Definition inside x y := (a <=? x) &&& (x <? a + w0) &&& (b <=? y) &&& (y <? b + h0).

Definition framed p := Position (turn p) (fun q =>
  match q with
  | point x y => if inside x y then stone p (point (x - a) (y - b)) else Some (F x y)
  | midpoint c r =>
      if inside c r &&& inside (S c) (S r) then stone p (midpoint (c - a) (r - b)) else None
  end).

Definition restricted p := Position (turn p) (fun q => stone p (shift q)).

Lemma inside_iff x y : inside x y = true <-> a <= x < a + w0 /\ b <= y < b + h0.
Proof.
  clear.
  unfold inside. split; intros I.
  - split_ands. rewrite ?Nat.leb_le, ?Nat.ltb_lt in *. lia.
  - rewrite (proj2 (Nat.leb_le a x)), (proj2 (Nat.ltb_lt x _)), (proj2 (Nat.leb_le b y)),
      (proj2 (Nat.ltb_lt y _)); lia || auto.
Qed.

Lemma inside_false x y : inside x y = false <-> ~ (a <= x < a + w0 /\ b <= y < b + h0).
Proof. now rewrite <- inside_iff, not_true_iff_false. Qed.

Lemma even_shift_a x : Nat.even (x + a) = Nat.even x.
Proof. rewrite Nat.even_add, even_a. now destruct (Nat.even x). Qed.
Lemma even_shift_b y : Nat.even (y + b) = Nat.even y.
Proof. rewrite Nat.even_add, even_b. now destruct (Nat.even y). Qed.
Lemma odd_shift c r : Nat.odd (c + a + (r + b)) = Nat.odd (c + r).
Proof.
  replace (c + a + (r + b)) with (c + r + a + b) by lia.
  rewrite <- !Nat.negb_even. f_equal. now rewrite even_shift_b, even_shift_a.
Qed.

Lemma square_shift c r : square w0 h0 c r = true -> square w h (c + a) (r + b) = true.
Proof. rewrite !square_iff, odd_shift. intuition lia. Qed.

Lemma shift_on_board q : on_board w0 h0 q = true -> on_board w h (shift q) = true.
Proof.
  destruct q as [x y | c r]; simpl shift.
  - rewrite !point_on_board. lia.
  - apply square_shift.
Qed.

Lemma shift_inj q q' : shift q = shift q' -> q = q'.
Proof. destruct q, q'; simpl; intros [= X Y]; f_equal; lia. Qed.

Lemma same_place_shift q q' : same_place (shift q) (shift q') = same_place q q'.
Proof.
  apply eq_true_iff_eq. rewrite !same_place_iff. split; [apply shift_inj | congruence].
Qed.

Lemma stone_shift p q : on_board w0 h0 q = true -> stone (framed p) (shift q) = stone p q.
Proof.
  destruct q as [x y | c r]; simpl shift.
  - rewrite point_on_board. intros B. simpl.
    rewrite (proj2 (inside_iff _ _)) by lia. f_equal. f_equal; lia.
  - simpl on_board. rewrite square_iff. intros B. simpl.
    rewrite !(proj2 (inside_iff _ _)) by lia. f_equal. f_equal; lia.
Qed.

(** A place of the large board is one of the small board, or a point of the frame, or a midpoint
    of a square that is not within the small board. *)
Lemma place_cases q : on_board w h q = true ->
  (exists q', q = shift q' /\ on_board w0 h0 q' = true) \/
  (exists x y, q = point x y /\ inside x y = false) \/
  (exists c r, q = midpoint c r /\ inside c r &&& inside (S c) (S r) = false).
Proof.
  destruct q as [x y | c r]; intros B.
  - destruct (inside x y) eqn:I; [left | right; left; eauto]. apply inside_iff in I.
    exists (point (x - a) (y - b)). rewrite point_on_board. simpl. split; [f_equal |]; lia.
  - destruct (inside c r &&& inside (S c) (S r)) eqn:I; [left | right; right; eauto].
    split_ands. rewrite inside_iff in *. simpl on_board in B. rewrite square_iff in B.
    exists (midpoint (c - a) (r - b)). simpl on_board. rewrite square_iff, <- odd_shift. simpl.
    replace (c - a + a) with c by lia. replace (r - b + b) with r by lia. intuition lia.
Qed.

Lemma framed_same p q : same w0 h0 p q -> same w h (framed p) (framed q).
Proof.
  intros [T S]. split; auto. intros c B.
  destruct (place_cases c B) as [(c' & -> & B') | [(x & y & -> & I) | (x & y & -> & I)]].
  - rewrite !stone_shift by auto. now apply S.
  - simpl. now rewrite I.
  - simpl. now rewrite I.
Qed.

Lemma restricted_same p q : same w h p q -> same w0 h0 (restricted p) (restricted q).
Proof. intros [T S]. split; auto. intros c B. apply S. now apply shift_on_board. Qed.

Lemma restricted_framed p : same w0 h0 (restricted (framed p)) p.
Proof. split; auto. intros c B. now apply stone_shift. Qed.

(** ** Moves *)

Lemma corners_shift c r : corners (c + a) (r + b) = map shift (corners c r).
Proof. reflexivity. Qed.

Lemma allowed_shift p m : allowed w0 h0 p m = true -> allowed w h (framed p) (shift m) = true.
Proof.
  unfold allowed. intros A. apply if_and in A as [B A]. apply if_and in B as [B E].
  rewrite shift_on_board by auto.
  assert (G : forall q, on_board w0 h0 q = true -> empty p q = true ->
              empty (framed p) (shift q) = true).
  { intros q Q. unfold empty. now rewrite stone_shift. }
  rewrite G by auto. destruct m as [x y | c r]; auto.
  change (shift (midpoint c r)) with (midpoint (c + a) (r + b)). cbv iota.
  rewrite corners_shift, forallb_forall in *. intros q I. apply in_map_iff in I as (q' & <- & I).
  apply G; auto. now apply (square_corners w0 h0 c r).
Qed.

Lemma allowed_framed p m : allowed w h (framed p) m = true ->
  exists m', m = shift m' /\ allowed w0 h0 p m' = true.
Proof.
  unfold allowed. intros A. apply if_and in A as [B A]. apply if_and in B as [B E].
  destruct (place_cases m B) as [(m' & -> & B') | [(x & y & -> & I) | (c & r & -> & I)]].
  - exists m'. split; auto. rewrite B'.
    assert (G : forall q, on_board w0 h0 q = true -> empty (framed p) (shift q) = true ->
                empty p q = true).
    { intros q Q. unfold empty. now rewrite stone_shift. }
    rewrite G by auto. destruct m' as [x y | c r]; auto.
    change (shift (midpoint c r)) with (midpoint (c + a) (r + b)) in A. cbv iota in A.
    rewrite corners_shift, forallb_forall in A. apply forallb_forall. intros q I.
    apply G; [now apply (square_corners w0 h0 c r) |]. apply A. now apply in_map.
  - unfold empty in E. simpl in E. rewrite I in E. discriminate.
  - exfalso. rewrite forallb_forall in A.
    assert (G : forall x y, In (point x y) (corners c r) -> inside x y = true).
    { intros x y J. apply A in J. unfold empty in J. simpl in J.
      now destruct (inside x y). }
    rewrite !G in I by (simpl; tauto). discriminate.
Qed.

Lemma owned_framed p X x y : owned (framed p) X (point x y) = true ->
  (a <= x < a + w0 /\ b <= y < b + h0) \/
  (~ (a <= x < a + w0 /\ b <= y < b + h0) /\ F x y = X).
Proof.
  unfold owned. simpl. destruct (inside x y) eqn:I.
  - apply inside_iff in I. auto.
  - apply inside_false in I. intros O. right. split; auto. now destruct (F x y), X.
Qed.

Lemma owned_cases p X x y : owned (framed p) X (point x y) = true ->
  (a <= x < a + w0 /\ b <= y < b + h0) \/
  (X = V /\ a <= x < a + w0 /\ (y < b \/ b + h0 <= y)) \/
  (X = H /\ b <= y < b + h0 /\ (x < a \/ a + w0 <= x)) \/
  ((x < a \/ a + w0 <= x) /\ (y < b \/ b + h0 <= y)).
Proof.
  intros O. apply owned_framed in O as [O | [N O]]; auto. right.
  destruct (le_lt_dec a x), (lt_dec x (a + w0)), (le_lt_dec b y), (lt_dec y (b + h0));
    try (exfalso; lia);
    try (left; rewrite F_V in O by lia; repeat split; auto; lia);
    try (right; left; rewrite F_H in O by lia; repeat split; auto; lia);
    right; right; lia.
Qed.

Lemma captures_inside p m q : on_board w0 h0 m = true ->
  captures w h (framed p) (shift m) q -> exists q', q = shift q' /\ captures w0 h0 p m q'.
Proof.
  intros M (c & r & i & o & k & Q & E & R & O & I & K & A).
  assert (N : other (turn p) <> turn p) by apply other_neq.
  assert (In4 : a <= c /\ S c < a + w0 /\ b <= r /\ S r < b + h0).
  { change (turn (framed p)) with (turn p) in *. set (X := turn p) in *. set (Y := other X) in *.
    destruct m as [x y | c' r'].
    2:{ simpl in R. exfalso. intuition discriminate. }
    apply point_on_board in M. simpl in R.
    destruct R as [R | [R | [R | [R | []]]]]; injection R as Rx Ry <- <- <-;
      apply owned_cases in O, I, K; clear - M N O I K Rx Ry Y;
      destruct I as [I | [(I & I') | [(I & I') | I]]], K as [K | [(K & K') | [(K & K') | K]]];
      try (exfalso; lia); try (exfalso; congruence);
      destruct O as [O | [(O & O') | [(O & O') | O]]];
      try lia; exfalso; congruence. }
  apply square_iff in Q.
  set (c' := c - a). set (r' := r - b).
  replace c with (c' + a) in * by lia. replace r with (r' + b) in * by lia.
  clearbody c' r'. rewrite odd_shift in Q.
  assert (Q' : square w0 h0 c' r' = true) by (apply square_iff; intuition lia).
  change (midpoint (c' + a) (r' + b)) with (shift (midpoint c' r')) in E.
  assert (R' : exists i' o' k', i = shift i' /\ o = shift o' /\ k = shift k' /\
    In (m, i', o', k') (rotations (corners c' r'))).
  { rewrite corners_shift in R. simpl in R.
    destruct R as [R | [R | [R | [R | []]]]];
      injection R; intros <- <- <- R'; rewrite <- R' in *;
      change (point (S (c' + a)) (r' + b)) with (shift (point (S c') r')) in *;
      change (point (c' + a) (S (r' + b))) with (shift (point c' (S r'))) in *;
      change (point (S (c' + a)) (S (r' + b))) with (shift (point (S c') (S r'))) in *;
      change (point (c' + a) (r' + b)) with (shift (point c' r')) in *;
      apply shift_inj in R'; subst m; do 3 eexists; repeat split; simpl; eauto. }
  destruct R' as (i' & o' & k' & -> & -> & -> & R').
  assert (C : forall q, In q (corners c' r') -> on_board w0 h0 q = true).
  { intros. now apply (square_corners w0 h0 c' r'). }
  assert (G : forall X q, on_board w0 h0 q = true ->
              owned (framed p) X (shift q) = true -> owned p X q = true).
  { intros X q' B. unfold owned. now rewrite stone_shift. }
  destruct (rotations_corners c' r' m i' o' k' R') as (_ & Ci & Co & Ck).
  destruct A as [-> | ->]; eexists; (split; [reflexivity |]);
    exists c', r', i', o', k'; repeat split; auto; unfold empty in *;
    rewrite stone_shift in E; auto.
Qed.

Lemma captures_shift p m q :
  captures w0 h0 p m q -> captures w h (framed p) (shift m) (shift q).
Proof.
  intros (c & r & i & o & k & Q & E & R & O & I & K & A).
  assert (C : forall q, In q (corners c r) -> on_board w0 h0 q = true).
  { intros. now apply (square_corners w0 h0 c r). }
  assert (G : forall X q, on_board w0 h0 q = true ->
              owned p X q = true -> owned (framed p) X (shift q) = true).
  { intros X q' B. unfold owned. now rewrite stone_shift. }
  destruct (rotations_corners c r m i o k R) as (_ & Ci & Co & Ck).
  exists (c + a), (r + b), (shift i), (shift o), (shift k). repeat split; auto using square_shift.
  - change (midpoint (c + a) (r + b)) with (shift (midpoint c r)). unfold empty in *.
    now rewrite stone_shift.
  - rewrite corners_shift. each_rotation R; simpl; auto.
  - destruct A as [-> | ->]; auto.
Qed.

Lemma play_framed p m : on_board w0 h0 m = true ->
  same w h (play w h (framed p) (shift m)) (framed (play w0 h0 p m)).
Proof.
  intros M. split; auto. intros q B.
  assert (Out : (forall q', q = shift q' -> on_board w0 h0 q' <> true) ->
    stone (play w h (framed p) (shift m)) q = stone (framed p) q).
  { intros N. rewrite stone_play.
    destruct (same_place q (shift m)) eqn:E; [apply same_place_iff in E; now apply N in E |].
    destruct (existsb _ _) eqn:E'; auto.
    apply existsb_captures, captures_inside in E' as (q' & E' & C); auto. exfalso. apply (N q' E').
    destruct C as (c & r & i & o & k & Q & _ & R & _ & _ & _ & A).
    apply (square_corners w0 h0 c r); auto. apply rotations_corners in R.
    destruct A as [-> | ->]; apply R. }
  destruct (place_cases q B) as [(q' & -> & B') | [(x & y & -> & I) | (c & r & -> & I)]].
  - rewrite stone_shift, !stone_play, same_place_shift, stone_shift by auto.
    replace (existsb (same_place (shift q')) (captured w h (framed p) (shift m)))
      with (existsb (same_place q') (captured w0 h0 p m)); auto.
    apply eq_true_iff_eq. rewrite !existsb_captures. split; [apply captures_shift |].
    intros C. apply captures_inside in C as (q & E & C); auto. now apply shift_inj in E as ->.
  - rewrite Out.
    + simpl. now rewrite I.
    + intros [x' y' | c' r']; simpl shift; [| discriminate]. intros [= -> ->].
      rewrite point_on_board. apply inside_false in I. lia.
  - rewrite Out.
    + simpl. now rewrite I.
    + intros [x' y' | c' r']; simpl shift; [discriminate |]. intros [= -> ->].
      simpl on_board. rewrite square_iff. intros Q.
      rewrite !(proj2 (inside_iff _ _)) in I by lia. discriminate.
Qed.

(** ** Connection *)

Lemma line_shift q q' : line (shift q) (shift q') <-> line q q'.
Proof.
  split.
  - destruct q as [x y | c r], q' as [x' y' | c' r']; simpl shift; intros L; inversion L; subst.
    + replace x' with (S x) by lia. replace y' with y by lia. constructor.
    + replace x' with x by lia. replace y' with (S y) by lia. constructor.
    + replace x' with (S x) by lia. replace y' with (S y) by lia.
      rewrite even_shift_a, even_shift_b in *. now constructor.
    + replace x' with (S x) by lia. replace y with (S y') by lia.
      rewrite <- Nat.negb_even in *. rewrite even_shift_a, even_shift_b in *.
      constructor; now rewrite <- Nat.negb_even.
    + rewrite corners_shift in *. change (point (x' + a) (y' + b)) with (shift (point x' y')) in *.
      apply in_map_iff in H2 as (k & E & I). apply shift_inj in E as ->. now constructor.
    + rewrite corners_shift in *. simpl in *. intuition discriminate.
  - intros [x y | x y | x y E E' | x y E E' | c r k I]; simpl shift.
    + constructor.
    + constructor.
    + constructor; now rewrite ?even_shift_a, ?even_shift_b.
    + constructor; rewrite <- Nat.negb_even in *; now rewrite ?even_shift_a, ?even_shift_b.
    + constructor. rewrite corners_shift. now apply in_map.
Qed.

Lemma joined_shift q q' : joined (shift q) (shift q') <-> joined q q'.
Proof. unfold joined. now rewrite !line_shift. Qed.

Lemma has_shift p X q : on_board w0 h0 q = true ->
  has w h (framed p) X (shift q) = has w0 h0 p X q.
Proof.
  intros B. unfold has, owned. now rewrite B, shift_on_board, stone_shift.
Qed.

Lemma has_frame p X x y : x < w -> y < h -> inside x y = false -> F x y = X ->
  has w h (framed p) X (point x y) = true.
Proof.
  intros B B' I E. unfold has. rewrite (proj2 (point_on_board w h x y)) by auto.
  unfold owned. simpl. rewrite I, E. now destruct X.
Qed.

(** The stones of X in the frame are before the small board or beyond it. *)
Lemma has_cases p X q : has w h (framed p) X q = true ->
  (exists q', q = shift q' /\ has w0 h0 p X q' = true) \/
  (exists x y, q = point x y /\
     match X with V => y < b \/ b + h0 <= y | H => x < a \/ a + w0 <= x end).
Proof.
  intros C. pose proof (has_on_board _ _ _ _ _ C) as B.
  destruct (place_cases q B) as [(q' & -> & B') | [(x & y & -> & I) | (c & r & -> & I)]].
  - left. exists q'. rewrite has_shift in C; auto.
  - right. exists x, y. split; auto. unfold has in C. rewrite B in C.
    apply owned_framed in C. apply inside_false in I. rewrite point_on_board in B.
    destruct C as [C | [_ C]]; [lia |].
    assert (b <= y < b + h0 \/ (y < b \/ b + h0 <= y)) by lia.
    assert (a <= x < a + w0 \/ (x < a \/ a + w0 <= x)) by lia.
    destruct X; [destruct H; auto; rewrite F_H in C | destruct H0; auto; rewrite F_V in C];
      try discriminate; lia.
  - exfalso. unfold has in C. rewrite B in C. unfold owned in C. simpl in C. rewrite I in C.
    destruct X; discriminate.
Qed.

Lemma connected_framed_inv p X : connected w h (framed p) X -> connected w0 h0 p X.
Proof.
  intros (q & R & L).
  assert (I : connected w0 h0 p X \/
    (exists x y, q = point x y /\ match X with V => y < b | H => x < a end) \/
    (exists q', q = shift q' /\ reached w0 h0 p X q')).
  { clear L. induction R as [q C E | q r R IH J C].
    - destruct (has_cases p X q C) as [(q' & -> & C') | (x & y & -> & O)].
      + right; right. exists q'. split; auto. apply from_edge; auto.
        destruct X, q'; try discriminate E; apply Nat.eqb_eq in E; apply Nat.eqb_eq; lia.
      + right; left. exists x, y. split; auto.
        destruct X; apply Nat.eqb_eq in E; lia.
    - destruct IH as [IH | [(x & y & -> & IH) | (q' & -> & IH)]]; auto;
        destruct (has_cases p X r C) as [(r' & -> & C') | (x' & y' & -> & O)].
      + right; right. exists r'. split; auto. apply from_edge; auto.
        destruct r' as [x' y' | c r'].
        * apply joined_points in J. destruct X; apply Nat.eqb_eq; lia.
        * apply joined_midpoint in J. destruct X; lia.
      + right; left. exists x', y'. split; auto. apply joined_points in J. destruct X; lia.
      + right; right. exists r'. split; auto. apply -> joined_shift in J. now apply onward with q'.
      + assert (B : on_board w0 h0 q' = true) by now apply reached_on_board with p X.
        assert (O' : match X with V => y' < b | H => x' < a end \/
                     match X with V => b + h0 <= y' | H => a + w0 <= x' end) by (destruct X; lia).
        destruct O' as [O' | O']; [right; left; eauto | left]. exists q'. split; auto.
        destruct q' as [x y | c r].
        * apply joined_points in J. apply point_on_board in B.
          destruct X; apply Nat.eqb_eq; lia.
        * apply joined_sym, joined_midpoint in J. apply square_iff in B. destruct X; lia. }
  destruct I as [I | [(x & y & -> & I) | (q' & -> & I)]]; auto.
  - destruct X; apply Nat.eqb_eq in L; lia.
  - exists q'. split; auto. apply reached_on_board in I.
    destruct q' as [x y | c r]; [apply point_on_board in I |];
      destruct X; try discriminate L; apply Nat.eqb_eq in L; apply Nat.eqb_eq; lia.
Qed.

(** Straight lines of the frame continue from the edges of the small board. *)
Lemma upwards p x y k : has w h (framed p) V (point x y) = true ->
  (forall i, y < i <= y + k -> has w h (framed p) V (point x i) = true) ->
  reached w h (framed p) V (point x y) -> reached w h (framed p) V (point x (y + k)).
Proof.
  intros S L R. induction k as [| k IH]; [now rewrite Nat.add_0_r |].
  rewrite Nat.add_succ_r. apply onward with (point x (y + k)).
  - apply IH. intros. apply L. lia.
  - left. constructor.
  - apply L. lia.
Qed.

Lemma rightwards p x y k : has w h (framed p) H (point x y) = true ->
  (forall i, x < i <= x + k -> has w h (framed p) H (point i y) = true) ->
  reached w h (framed p) H (point x y) -> reached w h (framed p) H (point (x + k) y).
Proof.
  intros S L R. induction k as [| k IH]; [now rewrite Nat.add_0_r |].
  rewrite Nat.add_succ_r. apply onward with (point (x + k) y).
  - apply IH. intros. apply L. lia.
  - left. constructor.
  - apply L. lia.
Qed.

Lemma column p x y : a <= x < a + w0 -> y < b \/ b + h0 <= y < h ->
  has w h (framed p) V (point x y) = true.
Proof. intros. apply has_frame; try apply inside_false; try apply F_V; lia. Qed.

Lemma row p x y : b <= y < b + h0 -> x < a \/ a + w0 <= x < w ->
  has w h (framed p) H (point x y) = true.
Proof. intros. apply has_frame; try apply inside_false; try apply F_H; lia. Qed.

Lemma reached_framed p X q : reached w0 h0 p X q -> reached w h (framed p) X (shift q).
Proof.
  intros R. induction R as [q C E | q r R IH J C].
  - pose proof (has_on_board _ _ _ _ _ C) as B. rewrite <- has_shift in C by auto.
    destruct X, q as [x y | c r]; try discriminate E; apply Nat.eqb_eq in E as ->;
      apply point_on_board in B; simpl shift in *.
    + simpl in C |- *. destruct (Nat.eq_dec b 0) as [Z | Z].
      * apply from_edge; auto. simpl. now rewrite Z.
      * replace b with (0 + b) by lia. apply upwards.
        -- apply column; lia.
        -- intros i I. destruct (Nat.eq_dec i b) as [-> |]; auto. apply column; lia.
        -- apply from_edge; auto. apply column; lia.
    + simpl in C |- *. destruct (Nat.eq_dec a 0) as [Z | Z].
      * apply from_edge; auto. simpl. now rewrite Z.
      * replace a with (0 + a) by lia. apply rightwards.
        -- apply row; lia.
        -- intros i I. destruct (Nat.eq_dec i a) as [-> |]; auto. apply row; lia.
        -- apply from_edge; auto. apply row; lia.
  - apply onward with (shift q); auto; [now apply joined_shift |].
    rewrite has_shift; eauto using has_on_board.
Qed.

Lemma connected_framed p X : connected w h (framed p) X <-> connected w0 h0 p X.
Proof.
  split; [apply connected_framed_inv |]. intros (q & R & L).
  pose proof (reached_on_board _ _ _ _ _ R) as B.
  assert (C : has w h (framed p) X (shift q) = true).
  { rewrite has_shift by auto. now destruct R. }
  apply reached_framed in R.
  destruct X, q as [x y | c r]; try discriminate L; apply Nat.eqb_eq in L;
    apply point_on_board in B; simpl shift in *.
  - exists (point (x + a) (y + b + (h - b - h0))). split; [| apply Nat.eqb_eq; lia].
    apply upwards; auto. intros. apply column; lia.
  - exists (point (x + a + (w - a - w0)) (y + b)). split; [| apply Nat.eqb_eq; lia].
    apply rightwards; auto. intros. apply row; lia.
Qed.

Lemma finished_framed p : finished w h (framed p) <-> finished w0 h0 p.
Proof. unfold finished. now rewrite !connected_framed. Qed.

(** ** Strategies *)

Definition carried (f : position -> place) Q := shift (f (restricted Q)).

Lemma carried_eq f p Q : strategy w0 h0 f -> same w h Q (framed p) -> carried f Q = shift (f p).
Proof.
  intros S E. unfold carried. f_equal. apply S.
  apply same_trans with (restricted (framed p)); auto using restricted_same, restricted_framed.
Qed.

Lemma legal_shift p m : legal w0 h0 p m -> legal w h (framed p) (shift m).
Proof. intros [A E]. split; [now apply allowed_shift | now rewrite finished_framed]. Qed.

Theorem unbeaten_framed X f p :
  unbeaten w0 h0 X f p -> unbeaten w h X (carried f) (framed p).
Proof.
  intros [S U].
  assert (A : forall Q, arises w h X (carried f) (framed p) Q ->
              exists q, arises w0 h0 X f p q /\ same w h Q (framed q)).
  { intros Q A. induction A as [| Q A (q & Aq & E) T N | Q m A (q & Aq & E) T L].
    - exists p. split; [constructor | apply same_refl].
    - assert (N' : ~ finished w0 h0 q).
      { rewrite <- finished_framed. intros C. apply N.
        apply (finished_same w h (framed q)); auto using same_sym. }
      assert (T' : turn q = X) by now rewrite <- T, (proj1 E).
      destruct (U q Aq) as [_ Lq]. specialize (Lq T' N').
      exists (play w0 h0 q (f q)). split; [now constructor |].
      rewrite (carried_eq f q Q) by auto.
      apply same_trans with (play w h (framed q) (shift (f q))); [now apply play_same |].
      apply play_framed. apply allowed_on_board with q. apply Lq.
    - apply (legal_same w h Q (framed q)) in L; auto. destruct L as [L N].
      apply allowed_framed in L as (m' & -> & L). rewrite finished_framed in N.
      exists (play w0 h0 q m'). split.
      + apply reply; auto; [now rewrite <- T, (proj1 E) | now split].
      + apply same_trans with (play w h (framed q) (shift m')); [now apply play_same |].
        apply play_framed. now apply allowed_on_board with q. }
  split.
  - intros Q Q' E. unfold carried. f_equal. apply S. now apply restricted_same.
  - intros Q AQ. destruct (A Q AQ) as (q & Aq & E). destruct (U q Aq) as [C L]. split.
    + intros C'. apply C. rewrite <- connected_framed. now apply (connected_same w h Q).
    + intros T N. rewrite (carried_eq f q Q) by auto.
      apply (legal_same w h (framed q)); auto using same_sym. apply legal_shift, L.
      * now rewrite <- T, (proj1 E).
      * rewrite <- finished_framed. intros D. apply N.
        apply (finished_same w h (framed q)); auto using same_sym.
Qed.

Theorem repeats_framed p n : repeats w0 h0 p n -> repeats w h (framed p) n.
Proof.
  intros (N & f & g & UV & UH & R). split; auto. exists (carried f), (carried g).
  split; [now apply unbeaten_framed |]. split; [now apply unbeaten_framed |].
  assert (P : forall k, same w h (correct_play w h (carried f) (carried g) (framed p) k)
                             (framed (correct_play w0 h0 f g p k))).
  { induction k as [| k IH]; simpl correct_play; [apply same_refl |].
    destruct (correct_play_draws w0 h0 f g p k UV UH) as [_ [L _]].
    set (Q := correct_play w h (carried f) (carried g) (framed p) k) in *.
    set (q := correct_play w0 h0 f g p k) in *.
    assert (E : choice (carried f) (carried g) Q = shift (choice f g q)).
    { unfold choice. rewrite (carried_eq f q Q (proj1 UV) IH), (carried_eq g q Q (proj1 UH) IH).
      rewrite (proj1 IH). change (turn (framed q)) with (turn q). now destruct (turn q). }
    rewrite E. apply same_trans with (play w h (framed q) (shift (choice f g q))).
    - now apply play_same.
    - apply play_framed. now apply allowed_on_board with q. }
  apply same_trans with (1 := P n). now apply framed_same.
Qed.

End Frame.
