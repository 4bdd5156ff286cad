(** * From the standard setup of every even size from 6 on, a game leads to a repeating position. *)
From Coq Require Import Arith List Bool Lia Permutation.
From Onyx Require Import Statement Basics Text Reach Corner Open.
From Onyx Require Repeats6x6 Standard6x6 Standard8x8 Standard10x10 Standard12x12.
Import ListNotations.

Section Large.
Variable k : nat.
Hypothesis k_large : 4 <= k.
Notation size := (6 + 2 * k).
Notation p := (large 6 k Repeats6x6.position).

Lemma half : size / 2 = 3 + k.
Proof. replace size with ((3 + k) * 2) by lia. now apply Nat.div_mul. Qed.

Definition setup X :=
  match X with
  | V => [point 0 (2 + k); point 0 (3 + k);
          point (5 + 2 * k) (2 + k); point (5 + 2 * k) (3 + k)]
  | H => [point (2 + k) 0; point (3 + k) 0;
          point (2 + k) (5 + 2 * k); point (3 + k) (5 + 2 * k)]
  end.

Lemma middle_iff i : orb (S i =? 3 + k) (i =? 3 + k) = true <-> i = 2 + k \/ i = 3 + k.
Proof. rewrite orb_true_iff, !Nat.eqb_eq. lia. Qed.

Lemma edge_iff i : orb (i =? 0) (S i =? size) = true <-> i = 0 \/ i = 5 + 2 * k.
Proof. rewrite orb_true_iff, !Nat.eqb_eq. lia. Qed.

Lemma standard_iff a X :
  stone (standard size) a = Some X <-> In a (setup X).
Proof.
  unfold standard. rewrite half. cbn [stone]. destruct a as [x y | c r].
  - destruct (andb _ (orb (y =? 0) _)) eqn:A.
    + apply andb_true_iff in A as [A B]. apply middle_iff in A. apply edge_iff in B. split.
      * intros [= <-]. destruct A as [-> | ->], B as [-> | ->]; simpl; auto.
      * destruct X; auto. intros I. exfalso. simpl in I.
        destruct I as [I | [I | [I | [I | []]]]]; injection I as <- <-; lia.
    + apply not_true_iff_false in A. rewrite andb_true_iff, middle_iff, edge_iff in A.
      destruct (andb _ _) eqn:B.
      * apply andb_true_iff in B as [B C]. apply edge_iff in B. apply middle_iff in C. split.
        -- intros [= <-]. destruct B as [-> | ->], C as [-> | ->]; simpl; auto.
        -- destruct X; auto. intros I. exfalso. simpl in I.
           destruct I as [I | [I | [I | [I | []]]]]; injection I as <- <-; lia.
      * apply not_true_iff_false in B. rewrite andb_true_iff, middle_iff, edge_iff in B.
        split; [discriminate |]. intros I. exfalso. destruct X; simpl in I;
          destruct I as [I | [I | [I | [I | []]]]]; injection I as <- <-; lia.
  - split; [discriminate |]. destruct X; simpl; intuition discriminate.
Qed.

Lemma standard_in_large a X : on_board size size a = true ->
  stone (standard size) a = Some X -> stone p a = Some X.
Proof.
  intros _ S. apply standard_iff in S.
  assert (G : exists x y, a = point x y /\ ~ (x < 6 /\ y < 6) /\ colour 6 k x y = X).
  { destruct X; simpl in S; destruct S as [S | [S | [S | [S | []]]]]; subst a;
      do 2 eexists; (split; [reflexivity | split; [lia |]]); unfold colour;
      repeat match goal with |- context [?i <? ?j] => destruct (Nat.ltb_spec i j) end; auto; lia. }
  destruct G as (x & y & -> & N & <-).
  destruct (stone_large 6 k Repeats6x6.position) with (x := x) (y := y) as [G | [_ G]]; auto; lia.
Qed.

Lemma setup_on_board X a : In a (setup X) -> on_board size size a = true.
Proof.
  intros I. destruct X; simpl in I; destruct I as [I | [I | [I | [I | []]]]]; subst a;
    apply point_on_board; lia.
Qed.

Lemma taken X : length (filter (fun a => negb (empty (standard size) a))
    (match X with V => stones_V 6 k Repeats6x6.position
                | H => stones_H 6 k Repeats6x6.position end)) = 4.
Proof.
  pose proof (base_facts 0) as (S2 & M & C & EM & R).
  transitivity (length (setup X)); [| now destruct X].
  apply Permutation_length, NoDup_Permutation.
  - apply NoDup_filter. apply NoDup_stones; auto.
  - destruct X; (repeat apply NoDup_cons); try apply NoDup_nil; intros I; simpl in I;
      repeat (destruct I as [I | I]; [injection I; lia |]); exact I.
  - intros a. rewrite filter_In, <- standard_iff. unfold empty. split.
    + intros [I E]. apply (stones_in 6 k Repeats6x6.position S2) in I as (B & O & _).
      rewrite owned_iff in O.
      destruct (stone (standard size) a) as [Y |] eqn:D; [| discriminate].
      now rewrite (standard_in_large a Y B D) in O.
    + intros E. rewrite E. split; auto. pose proof E as I. apply standard_iff, setup_on_board in I.
      apply in_stones; auto. apply owned_iff. now apply standard_in_large.
Qed.

Lemma standard_large : exists ms, game size size (standard size) ms p.
Proof.
  pose proof (base_facts 0) as (S2 & M & C & EM & R).
  apply (game_large 6 k Repeats6x6.position S2 M C EM (standard size) 8 R).
  - reflexivity.
  - exact standard_in_large.
  - rewrite (taken V), (taken H). reflexivity.
Qed.

End Large.

Theorem standard_repeats n : Nat.even n = true -> 6 <= n ->
  exists ms p, game n n (standard n) ms p /\ repeats n n p 8.
Proof.
  intros E N. apply Nat.even_spec in E as [j ->].
  assert (J : j = 3 \/ j = 4 \/ j = 5 \/ j = 6 \/ 7 <= j) by lia.
  destruct J as [-> | [-> | [-> | [-> | J]]]].
  - exists (map move Standard6x6.moves), Standard6x6.position.
    split; [exact Standard6x6.game_holds | exact Standard6x6.holds].
  - exists (map move Standard8x8.moves), Standard8x8.position.
    split; [exact Standard8x8.game_holds | exact Standard8x8.holds].
  - exists (map move Standard10x10.moves), Standard10x10.position.
    split; [exact Standard10x10.game_holds | exact Standard10x10.holds].
  - exists (map move Standard12x12.moves), Standard12x12.position.
    split; [exact Standard12x12.game_holds | exact Standard12x12.holds].
  - destruct (standard_large (j - 3)) as (ms & G); [lia |].
    replace (6 + 2 * (j - 3)) with (2 * j) in G by lia.
    exists ms, (large 6 (j - 3) Repeats6x6.position). split; auto.
    pose proof (base_facts 0) as (S2 & _ & _ & _ & R).
    apply (repeats_large 6 (j - 3) Repeats6x6.position S2) in R.
    now replace (6 + 2 * (j - 3)) with (2 * j) in R by lia.
Qed.
