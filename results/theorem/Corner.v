(** * A small board in the corner of a large one, with a game that leads there *)
From Coq Require Import Arith List Bool Lia Permutation.
From Onyx Require Import Statement Basics Tables Frame Reach.
Import ListNotations.

(** ** Lists of points *)

Definition rectangle x0 w y0 h :=
  map (fun '(x, y) => point x y) (list_prod (seq x0 w) (seq y0 h)).

Lemma in_rectangle x0 w y0 h a : In a (rectangle x0 w y0 h) <->
  exists x y, a = point x y /\ x0 <= x < x0 + w /\ y0 <= y < y0 + h.
Proof.
  unfold rectangle. rewrite in_map_iff. split.
  - intros ([x y] & <- & I). apply in_prod_iff in I. rewrite !in_seq in I. eauto.
  - intros (x & y & -> & I). exists (x, y). split; auto. apply in_prod_iff. now rewrite !in_seq.
Qed.

Lemma length_rectangle x0 w y0 h : length (rectangle x0 w y0 h) = w * h.
Proof. unfold rectangle. now rewrite map_length, prod_length, !seq_length. Qed.

Lemma NoDup_rectangle x0 w y0 h : NoDup (rectangle x0 w y0 h).
Proof.
  unfold rectangle. apply FinFun.Injective_map_NoDup.
  { intros [x y] [x' y'] [= -> ->]. auto. }
  pose proof (seq_NoDup w x0) as N. induction N as [| x l N L IH]; simpl; [constructor |].
  apply NoDup_app_disjoint; auto.
  - apply FinFun.Injective_map_NoDup; [now intros ? ? [= ->] | apply seq_NoDup].
  - intros [x' y'] I I'. apply in_map_iff in I as (y & [= <- <-] & _).
    apply in_prod_iff in I'. tauto.
Qed.

Lemma filter_parts {A} (f : A -> bool) l :
  length (filter f l) + length (filter (fun a => negb (f a)) l) = length l.
Proof. induction l as [| a l IH]; simpl; auto. destruct (f a); simpl; lia. Qed.

(** ** A small board in the corner of a large one *)

Section Corner.
Variables s k : nat.
Variable p : position.
Notation n := (s + 2 * k).
Hypothesis s_large : 2 <= s.

Definition colour x y := if x <? s then V else if y <? s then H else if y <? s + k then V else H.
Definition large := framed s s 0 0 colour p.

Definition stones_V :=
  filter (owned p V) (rectangle 0 s 0 s) ++ rectangle 0 s s (2 * k) ++ rectangle s (2 * k) s k.
Definition stones_H :=
  filter (owned p H) (rectangle 0 s 0 s) ++ rectangle s (2 * k) 0 s ++
  rectangle s (2 * k) (s + k) k.

(** What the small board must satisfy. *)
Definition no_midpoints := forall c r, square s s c r = true -> stone p (midpoint c r) = None.
Definition even_match :=
  let v := length (filter (owned p V) (rectangle 0 s 0 s)) in
  let h := length (filter (owned p H) (rectangle 0 s 0 s)) in
  match turn p with V => h = v | H => S h = v end.
Hypothesis midpoints : no_midpoints.
Hypothesis crossless : no_cross s s p.
Hypothesis match_even : even_match.

Lemma colour_cases x y :
  (x < s /\ colour x y = V) \/ (s <= x /\ y < s /\ colour x y = H) \/
  (s <= x /\ s <= y < s + k /\ colour x y = V) \/ (s <= x /\ s + k <= y /\ colour x y = H).
Proof.
  unfold colour.
  destruct (Nat.ltb_spec x s), (Nat.ltb_spec y s), (Nat.ltb_spec y (s + k)); intuition lia.
Qed.

Lemma stone_large x y :
  (x < s /\ y < s /\ stone large (point x y) = stone p (point x y)) \/
  (~ (x < s /\ y < s) /\ stone large (point x y) = Some (colour x y)).
Proof.
  simpl. destruct (inside s s 0 0 x y) eqn:I.
  - left. apply inside_iff in I. rewrite !Nat.sub_0_r. split; [lia | split; [lia | auto]].
  - right. apply inside_false in I. split; auto. lia.
Qed.

Lemma stone_large_midpoint c r :
  on_board n n (midpoint c r) = true -> stone large (midpoint c r) = None.
Proof.
  simpl on_board. rewrite square_iff. intros (_ & _ & O). simpl.
  destruct (inside s s 0 0 c r &&& inside s s 0 0 (S c) (S r)) eqn:I; auto. split_ands.
  rewrite inside_iff, !Nat.sub_0_r in *. apply midpoints, square_iff. intuition lia.
Qed.

Ltac colour_cases x y := destruct (colour_cases x y)
  as [[C D] | [(C & C' & D) | [(C & C' & D) | (C & C' & D)]]].

Lemma in_stones X a : on_board n n a = true -> owned large X a = true ->
  In a (match X with V => stones_V | H => stones_H end).
Proof.
  intros B O. rewrite owned_iff in O.
  destruct a as [x y | c r]; [| rewrite stone_large_midpoint in O; auto; discriminate].
  apply point_on_board in B. destruct (stone_large x y) as [(I & J & E) | (I & E)]; rewrite E in O.
  - rewrite <- owned_iff in O.
    assert (In (point x y) (filter (owned p X) (rectangle 0 s 0 s))).
    { apply filter_In. split; auto. apply in_rectangle. exists x, y. repeat split; lia. }
    destruct X; apply in_app_iff; auto.
  - injection O as O.
    colour_cases x y; rewrite D in O; subst X; apply in_app_iff; right; apply in_app_iff;
      rewrite !in_rectangle; [left | left | right | right]; exists x, y; repeat split; lia.
Qed.

Lemma stones_in X a : In a (match X with V => stones_V | H => stones_H end) ->
  on_board n n a = true /\ owned large X a = true /\ exists x y, a = point x y.
Proof.
  intros I.
  assert (exists x y, a = point x y /\ x < n /\ y < n /\
    (x < s /\ y < s /\ owned p X a = true \/ ~ (x < s /\ y < s) /\ colour x y = X)) as G.
  { destruct X; repeat (apply in_app_iff in I as [I | I]);
      try (apply filter_In in I as [I O]); apply in_rectangle in I as (x & y & -> & X & Y);
      exists x, y; (split; [auto | split; [lia | split; [lia |]]]);
      try (left; repeat split; auto; lia);
      right; (split; [lia |]);
      colour_cases x y; auto; lia. }
  destruct G as (x & y & -> & X' & Y' & G).
  rewrite point_on_board, owned_iff. repeat split; auto; [| eauto].
  destruct (stone_large x y) as [(J & K & E) | (J & E)]; rewrite E;
    destruct G as [(G & G' & O) | (G & O)]; try lia.
  - now apply owned_iff.
  - now rewrite O.
Qed.

Lemma NoDup_stones X : NoDup (match X with V => stones_V | H => stones_H end).
Proof.
  destruct X; apply NoDup_app_disjoint; try apply NoDup_filter; try apply NoDup_app_disjoint;
    try apply NoDup_rectangle; intros a I J; try (apply filter_In in I as [I _]);
    try (apply in_app_iff in J as [J | J]); apply in_rectangle in I as (x & y & -> & X & Y);
    apply in_rectangle in J as (x' & y' & [= <- <-] & X' & Y'); lia.
Qed.

Lemma large_crossless : no_cross n n large.
Proof.
  intros c r m i o l X Q R M O I L.
  assert (N : other X <> X) by apply other_neq.
  rewrite !owned_iff in *.
  assert (G : S c < s /\ S r < s \/ ~ (S c < s /\ S r < s)) by lia.
  destruct G as [G | G].
  - assert (C : forall x y Y, In (point x y) (corners c r) -> stone large (point x y) = Some Y ->
                owned p Y (point x y) = true).
    { intros x y Y J E. rewrite owned_iff. destruct (stone_large x y) as [(_ & _ & D) | (D & _)].
      - congruence.
      - exfalso. each_corner J; lia. }
    apply (crossless c r m i o l X); auto.
    + apply square_iff in Q. apply square_iff. intuition.
    + each_rotation R; apply C; simpl; auto.
    + each_rotation R; apply C; simpl; auto.
    + each_rotation R; apply C; simpl; auto.
    + each_rotation R; apply C; simpl; auto.
  - assert (D : exists A B C D, stone large (point c r) = Some A /\
      stone large (point (S c) r) = Some B /\ stone large (point (S c) (S r)) = Some C /\
      stone large (point c (S r)) = Some D /\ A = C /\ B = D /\ A <> B).
    { each_rotation R; do 4 eexists; repeat split; eauto. }
    clear R M O I L. destruct D as (A & B & C & D & EA & EB & EC & ED & -> & -> & NE).
    destruct (stone_large c r) as [(a1 & a2 & _) | (a1 & a2)],
      (stone_large (S c) r) as [(b1 & b2 & _) | (b1 & b2)],
      (stone_large (S c) (S r)) as [(c1 & c2 & _) | (c1 & c2)],
      (stone_large c (S r)) as [(d1 & d2 & _) | (d1 & d2)]; try lia;
      rewrite ?a2 in EA; rewrite ?b2 in EB; rewrite ?c2 in EC; rewrite ?d2 in ED;
      apply NE; clear NE;
      repeat match goal with E : Some (colour ?x ?y) = Some _ |- _ =>
        injection E as E; unfold colour in E; revert E end;
      repeat match goal with |- context [?x <? ?y] => destruct (Nat.ltb_spec x y) end;
      intros; congruence || lia.
Qed.

Lemma repeats_large j : repeats s s p j -> repeats n n large j.
Proof.
  apply repeats_framed; auto; try lia.
  - intros x y X _. colour_cases x y; auto; lia.
  - intros x y Y X. colour_cases x y; auto; lia.
Qed.

(** From a setup with equally many stones of V and of H, all of which are in the large position. *)
Theorem game_large q j : repeats s s p j -> turn q = V ->
  (forall a X, on_board n n a = true -> stone q a = Some X -> stone large a = Some X) ->
  length (filter (fun a => negb (empty q a)) stones_V) =
  length (filter (fun a => negb (empty q a)) stones_H) ->
  exists ms, game n n q ms large.
Proof.
  intros RP TV PQ L. exists (weave (filter (empty q) stones_V) (filter (empty q) stones_H)).
  apply reach; auto using large_crossless.
  - intros F. destruct (repeats_large j RP) as (_ & f & g & [_ UV] & [_ UH] & _).
    destruct F as [F | F]; [apply (proj1 (UH _ (at_start n n H g large)) F) |
                            apply (proj1 (UV _ (at_start n n V f large)) F)].
  - intros a X B. rewrite !owned_iff. auto.
  - apply NoDup_filter, (NoDup_stones V).
  - apply NoDup_filter, (NoDup_stones H).
  - intros a I. apply filter_In in I as [I E]. apply (stones_in V) in I as (? & ? & ?).
    unfold to_place, empty in *. destruct (stone q a); [discriminate | auto].
  - intros a I. apply filter_In in I as [I E]. apply (stones_in H) in I as (? & ? & ?).
    unfold to_place, empty in *. destruct (stone q a); [discriminate | auto].
  - intros a B. destruct (stone q a) as [X |] eqn:E; [left; symmetry; auto |].
    destruct (stone large a) as [X |] eqn:E'; auto. right.
    apply owned_iff, in_stones in E'; auto.
    destruct X; [left | right]; apply filter_In; (split; [exact E' | unfold empty; now rewrite E]).
  - change (turn large) with (turn p). revert match_even. unfold even_match.
    pose proof (filter_parts (empty q) stones_V) as PV.
    pose proof (filter_parts (empty q) stones_H) as PH.
    unfold stones_V, stones_H in *.
    rewrite !app_length, !length_rectangle in PV, PH.
    destruct (turn p); nia.
Qed.

End Corner.

(** ** Tests of the conditions on the small board *)

Definition no_midpoints_test s p :=
  forallb (fun a => match a with midpoint _ _ => empty p a | _ => true end) (places s s).

Lemma no_midpoints_ok s p : no_midpoints_test s p = true -> no_midpoints s p.
Proof.
  unfold no_midpoints_test. rewrite forallb_forall. intros T c r Q.
  specialize (T _ (places_all s s (midpoint c r) Q)). simpl in T. unfold empty in T.
  now destruct (stone p (midpoint c r)).
Qed.

Definition no_cross_test s p :=
  forallb (fun '(c, r) => if square s s c r then
    forallb (fun '(m, i, o, k) => forallb (fun X =>
      negb (owned p X m &&& owned p X o &&& owned p (other X) i &&& owned p (other X) k)) [V; H])
    (rotations (corners c r)) else true) (cells s s).

Lemma no_cross_ok s p : no_cross_test s p = true -> no_cross s s p.
Proof.
  unfold no_cross_test. rewrite forallb_forall. intros T c r m i o k X Q R M O I K.
  assert (J : In (c, r) (cells s s)).
  { apply in_prod_iff. rewrite !in_seq. apply square_iff in Q. lia. }
  specialize (T _ J). cbv beta iota in T. rewrite Q, forallb_forall in T. specialize (T _ R).
  cbn [forallb] in T. destruct X; cbn [other] in *; rewrite M, O, I, K in T; simpl in T;
    now rewrite ?andb_false_r in T.
Qed.

