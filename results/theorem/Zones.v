(** * A second checker of wins, for strategies of many positions: it checks zones instead

    A zone gives the content of some places and says nothing about the others. If X wins whatever
    these others hold, then one zone stands for very many positions. For X's chains they count as
    empty, for the opponent's chains as stones of the opponent. *)
From Coq Require Import Arith PArith BinNat List Bool Lia FMapPositive MSetPositive.
From Onyx Require Import Statement Basics Tables Connection Wins.
Import ListNotations.

Module M := PositiveMap.
Module S := PositiveSet.

Section Zones.
Variables w h : nat.

(** ** Whether somebody is connected can be decided *)

Definition joinedb a b := if lineb a b then true else lineb b a.

Lemma joinedb_iff a b : joinedb a b = true <-> joined a b.
Proof.
  unfold joinedb, joined. rewrite <- !lineb_iff.
  destruct (lineb a b), (lineb b a); intuition discriminate.
Qed.

Lemma reached_set p X n : forall l, NoDup l -> (forall a, In a l -> reached w h p X a) ->
  length (places w h) <= length l + n ->
  exists l', (forall a, In a l' -> reached w h p X a) /\
    forall a, reached w h p X a -> In a l'.
Proof.
  induction n as [| n IH]; intros l N R L;
    set (new a := has w h p X a &&& negb (existsb (same_place a) l) &&&
      (if first_edge X a then true else existsb (fun b => joinedb b a) l));
    destruct (find new (places w h)) as [a |] eqn:F.
  2, 4: exists l; split; auto; intros a Q; induction Q as [a A E | b a Q I J A];
    apply find_none with (x := a) in F; try (apply places_all; unfold has in A; now split_ands);
    unfold new in F; rewrite A in F; destruct (existsb (same_place a) l) eqn:B; simpl in F;
    try (apply existsb_exists in B as (k & K & B); now apply same_place_iff in B as ->);
    [now rewrite E in F |]; destruct (first_edge X a); try discriminate;
    rewrite (proj2 (existsb_exists _ _)) in F; try discriminate;
    exists b; split; auto; now apply joinedb_iff.
  all: apply find_some in F as [_ F]; unfold new in F; apply if_and in F as [F J];
    apply if_and in F as [A B]; apply negb_true_iff in B;
    assert (N' : NoDup (a :: l)) by
      (constructor; auto; intros I; rewrite (proj2 (existsb_exists _ _)) in B; [discriminate |];
       exists a; split; auto; now apply same_place_iff);
    assert (R' : forall b, In b (a :: l) -> reached w h p X b) by
      (intros b [<- | I]; auto; destruct (first_edge X a) eqn:E; [now apply from_edge |];
       apply existsb_exists in J as (k & K & J); apply onward with k; auto; now apply joinedb_iff).
  - assert (length (a :: l) <= length (places w h)); [| simpl in *; lia].
    apply NoDup_incl_length; auto. intros b I. apply places_all, (reached_on_board w h p X); auto.
  - apply (IH (a :: l)); auto. simpl. lia.
Qed.

Lemma connected_dec p X : connected w h p X \/ ~ connected w h p X.
Proof.
  destruct (reached_set p X (length (places w h)) []) as (l & R & C).
  - constructor.
  - intros a [].
  - simpl. lia.
  - destruct (existsb (last_edge w h X) l) eqn:E.
    + apply existsb_exists in E as (a & I & L). left. exists a; auto.
    + right. intros (a & Q & L). apply C in Q.
      rewrite (proj2 (existsb_exists _ _)) in E; [discriminate | eauto].
Qed.

(** ** Zones, by the numbers of places *)

Definition id a := Pos.of_succ_nat
  match a with point x y => w * y + x | midpoint c r => w * h + (w * r + c) end.

Lemma id_inj a b : on_board w h a = true -> on_board w h b = true -> id a = id b -> a = b.
Proof.
  intros A B E. apply SuccNat2Pos.inj in E.
  destruct a as [x y | x y], b as [x' y' | x' y']; simpl in A, B; unfold square in A, B; split_ands;
    rewrite ?Nat.ltb_lt in *.
  - apply Nat.div_mod_unique in E as [-> ->]; auto.
  - assert (w * y + x < w * h); [| lia]. apply Nat.lt_le_trans with (w * S y); [lia |].
    apply Nat.mul_le_mono_l. lia.
  - assert (w * y' + x' < w * h); [| lia]. apply Nat.lt_le_trans with (w * S y'); [lia |].
    apply Nat.mul_le_mono_l. lia.
  - apply Nat.add_cancel_l, Nat.div_mod_unique in E as [-> ->]; auto; lia.
Qed.

Definition content := option player.
Definition zone := M.t content.
Definition matches (z : zone) p :=
  forall a x, on_board w h a = true -> M.find (id a) z = Some x -> stone p a = x.

Definition same_content (x y : content) :=
  match x, y with Some V, Some V | Some H, Some H | None, None => true | _, _ => false end.
Definition may (z : zone) k x := match M.find k z with Some y => same_content y x | None => true end.
Definition must (z : zone) k x := match M.find k z with Some y => same_content y x | None => false end.

Lemma same_content_iff x y : same_content x y = true <-> x = y.
Proof. destruct x as [[|] |], y as [[|] |]; simpl; intuition congruence. Qed.

Lemma may_ok z p a x : matches z p -> on_board w h a = true -> stone p a = x ->
  may z (id a) x = true.
Proof.
  intros M B <-. unfold may. destruct (M.find (id a) z) as [x |] eqn:E; auto.
  apply same_content_iff. symmetry. now apply M.
Qed.

Lemma must_ok z p a x : matches z p -> on_board w h a = true -> must z (id a) x = true ->
  stone p a = x.
Proof.
  intros M B. unfold must. destruct (M.find (id a) z) as [y |] eqn:E; [| discriminate].
  intros S. apply same_content_iff in S as <-. now apply M.
Qed.

(** The content of a zone as a list. *)
Definition facts := list (positive * content).
Definition agrees (l : facts) p :=
  forall a x, on_board w h a = true -> In (id a, x) l -> stone p a = x.
Definition zone_of (l : facts) : zone :=
  fold_left (fun z e => M.add (fst e) (snd e) z) l (M.empty _).
Definition follows (l : facts) (z : zone) := forallb (fun e => must z (fst e) (snd e)) l.

Lemma zone_of_matches l p : agrees l p -> matches (zone_of l) p.
Proof.
  intros A a x B F. apply A; auto.
  assert (G : forall l z, M.find (id a) (fold_left (fun z e => M.add (fst e) (snd e) z) l z) = Some x ->
    In (id a, x) l \/ M.find (id a) z = Some x).
  { clear. induction l as [| [k y] l IH]; simpl; intros z E; auto.
    apply IH in E as [E | E]; auto. destruct (Pos.eq_dec (id a) k) as [<- | N].
    - rewrite M.gss in E. injection E as ->. auto.
    - rewrite M.gso in E by auto. auto. }
  apply G in F as [F | F]; auto. now rewrite M.gempty in F.
Qed.

Lemma follows_agrees l z p : follows l z = true -> matches z p -> agrees l p.
Proof.
  unfold follows. intros F M a x B I. rewrite forallb_forall in F. apply F in I. simpl in I.
  now apply (must_ok z).
Qed.

(** ** The facts about a place, computed once *)

Record info := Info {
  here : place;
  no : positive;
  joins : list positive;   (* what it is joined to *)
  under : list positive;   (* the corners of the midpoint's square *)
  takes : list (positive * positive * positive * positive)
    (* the other corners of a square, going round, and its midpoint *)
}.

Definition takes_of m := flat_map (fun '(c, r) =>
  if square w h c r then flat_map (fun '(i, a, o, b) =>
    if same_place m i then [(id a, id o, id b, id (midpoint c r))] else []) (rotations (corners c r))
  else []) (cells w h).

Definition info_of m := Info m (id m) (map id (neighbours w h m))
  match m with point _ _ => [] | midpoint c r => map id (corners c r) end (takes_of m).

Lemma takes_iff m t : In t (takes_of m) <-> exists c r a o b, square w h c r = true /\
  In (m, a, o, b) (rotations (corners c r)) /\ t = (id a, id o, id b, id (midpoint c r)).
Proof.
  unfold takes_of. rewrite in_flat_map. split.
  - intros ([c r] & _ & I). destruct (square w h c r) eqn:Q; [| destruct I].
    apply in_flat_map in I as ([[[i a] o] b] & R & I).
    destruct (same_place m i) eqn:E; [| destruct I]. apply same_place_iff in E as <-.
    destruct I as [<- | []]. exists c, r, a, o, b. auto.
  - intros (c & r & a & o & b & Q & R & ->). exists (c, r). split.
    + apply in_prod_iff. rewrite !in_seq. apply square_iff in Q. lia.
    + rewrite Q. apply in_flat_map. exists (m, a, o, b). split; auto.
      rewrite (proj2 (same_place_iff m m)) by auto. now left.
Qed.

(** ** Moves *)

Definition perhaps X z (t : positive * positive * positive * positive) :=
  let '(a, o, b, c) := t in
  may z c None &&& may z o (Some X) &&& may z a (Some (other X)) &&& may z b (Some (other X)).
Definition surely X z (t : positive * positive * positive * positive) :=
  let '(a, o, b, c) := t in
  must z c None &&& must z o (Some X) &&& must z a (Some (other X)) &&& must z b (Some (other X)).

(** Stones that are surely captured are gone; nothing is known about those that may be captured. *)
Definition take X (z z' : zone) t : zone :=
  if perhaps X z t then
    let '(a, o, b, c) := t in
    if surely X z t then M.add a None (M.add b None z') else M.remove a (M.remove b z')
  else z'.
Definition after X (z : zone) i : zone := M.add (no i) (Some X) (fold_left (take X z) (takes i) z).

Lemma find_take X z k x l : forall z', M.find k (fold_left (take X z) l z') = Some x ->
  (x = None /\ exists a o b c, In (a, o, b, c) l /\ (k = a \/ k = b) /\
    surely X z (a, o, b, c) = true) \/
  (M.find k z' = Some x /\ forall a o b c, In (a, o, b, c) l -> k = a \/ k = b ->
    perhaps X z (a, o, b, c) = false).
Proof.
  induction l as [| [[[a o] b] c] l IH]; simpl fold_left; intros z' F; [right; simpl; tauto |].
  apply IH in F as [(-> & a' & o' & b' & c' & I & K & S) | (F & N)].
  - left. split; auto. exists a', o', b', c'. simpl; auto.
  - unfold take in F. destruct (perhaps X z (a, o, b, c)) eqn:P.
    + assert (D : k = a \/ k = b \/ (k <> a /\ k <> b))
        by (destruct (Pos.eq_dec k a), (Pos.eq_dec k b); auto).
      destruct (surely X z (a, o, b, c)) eqn:S.
      * destruct D as [-> | [-> | [A B]]].
        -- rewrite M.gss in F. left. split; [congruence |]. exists a, o, b, c. simpl; auto.
        -- left. split; [| exists a, o, b, c; simpl; auto].
           destruct (Pos.eq_dec b a) as [-> | D]; [rewrite M.gss in F | rewrite M.gso, M.gss in F];
             auto; congruence.
        -- rewrite !M.gso in F by auto. right. split; auto.
           intros a' o' b' c' [E | I] K; [injection E as <- <- <- <-; tauto | eauto].
      * destruct D as [-> | [-> | [A B]]].
        -- now rewrite M.grs in F.
        -- destruct (Pos.eq_dec b a) as [-> | D]; [rewrite M.grs in F | rewrite M.gro, M.grs in F];
             auto; discriminate.
        -- rewrite !M.gro in F by auto. right. split; auto.
           intros a' o' b' c' [E | I] K; [injection E as <- <- <- <-; tauto | eauto].
    + right. split; auto. intros a' o' b' c' [E | I] K; [injection E as <- <- <- <-; auto | eauto].
Qed.

Lemma after_ok X z p m : matches z p -> turn p = X -> on_board w h m = true ->
  matches (after X z (info_of m)) (play w h p m).
Proof.
  intros M T B a x A F. unfold after in F. simpl no in F. simpl takes in F. rewrite stone_play.
  destruct (same_place a m) eqn:E.
  { apply same_place_iff in E as ->. rewrite M.gss in F. congruence. }
  rewrite M.gso in F.
  2:{ intros G. apply id_inj in G; auto. subst. now rewrite (proj2 (same_place_iff m m)) in E. }
  destruct (existsb (same_place a) (captured w h p m)) eqn:C;
    apply find_take in F as [(-> & a' & o' & b' & c' & I & K & S) | (F & N)]; auto.
  - exfalso. apply existsb_captures in C as (c & r & i & o & k & Q & Em & R & O & I & K & D).
    destruct (rotations_corners c r m i o k R) as (_ & Ci & Co & Ck).
    assert (P : perhaps X z (id i, id o, id k, id (midpoint c r)) = true).
    { assert (Bc : on_board w h (midpoint c r) = true) by exact Q.
      unfold perhaps. rewrite T in *. rewrite owned_iff in O, I, K. unfold empty in Em.
      destruct (stone p (midpoint c r)) eqn:Sm; [discriminate |].
      pose proof (fun a I => square_corners w h c r a Q I) as G.
      now rewrite (may_ok z p _ _ M Bc Sm), (may_ok z p _ _ M (G o Co) O),
        (may_ok z p _ _ M (G i Ci) I), (may_ok z p _ _ M (G k Ck) K). }
    rewrite N in P; [discriminate | |].
    + apply takes_iff. exists c, r, i, o, k. auto.
    + destruct D as [-> | ->]; auto.
  - exfalso. apply takes_iff in I as (c & r & i & o & k & Q & R & E'). injection E' as -> -> -> ->.
    destruct (rotations_corners c r m i o k R) as (_ & Ci & Co & Ck).
    assert (Bc : on_board w h (midpoint c r) = true) by exact Q.
    unfold surely in S. apply if_and in S as [S Sk]. apply if_and in S as [S Si].
    apply if_and in S as [Sc So]. apply (must_ok z p) in Sc; auto.
    apply (must_ok z p) in So; eauto using square_corners.
    apply (must_ok z p) in Si; eauto using square_corners.
    apply (must_ok z p) in Sk; eauto using square_corners.
    assert (G : captures w h p m a).
    { exists c, r, i, o, k. unfold empty. rewrite Sc, T, !owned_iff. repeat split; auto.
      destruct K as [K | K]; apply id_inj in K; eauto using square_corners. }
    apply existsb_captures in G. congruence.
Qed.

(** A move that may be allowed, and one that surely is. *)
Definition possible z i := may z (no i) None &&& forallb (fun k => may z k None) (under i).
Definition free z i := must z (no i) None &&& forallb (fun k => must z k None) (under i).

Lemma possible_ok z p m : matches z p -> allowed w h p m = true -> possible z (info_of m) = true.
Proof.
  intros M A. pose proof (allowed_on_board w h p m A) as B.
  assert (E : forall a, on_board w h a = true -> empty p a = true -> may z (id a) None = true).
  { intros a O E. unfold empty in E. destruct (stone p a) eqn:S; [discriminate |].
    now apply (may_ok z p). }
  unfold allowed in A. split_ands. unfold possible. simpl no. rewrite E by auto.
  destruct m as [x y | c r]; auto. rewrite forallb_forall in *. intros k I.
  apply (in_map_iff id (corners c r)) in I as (a & <- & I).
  apply E; auto. now apply (square_corners w h c r).
Qed.

Lemma free_ok z p m : matches z p -> on_board w h m = true -> free z (info_of m) = true ->
  allowed w h p m = true.
Proof.
  unfold free, allowed, empty. simpl no. intros M B F. split_ands.
  rewrite B, (must_ok z p m None); auto. destruct m as [x y | c r]; auto.
  rewrite forallb_forall in *. intros a I.
  rewrite (must_ok z p a None); auto; [now apply (square_corners w h c r) |].
  match goal with F : forall k, In k _ -> _ |- _ => apply F end. now apply (in_map id (corners c r)).
Qed.

(** ** The checker. [infos] and [by_no] have all places; they are parameters so that they are not
    computed again. *)
Section Infos.
Variable infos : list info.
Variable by_no : M.t info.
Hypothesis infos_eq : infos = map info_of (places w h).
Hypothesis by_no_ok : forall k i, M.find k by_no = Some i ->
  exists a, on_board w h a = true /\ i = info_of a.

Lemma infos_all a : on_board w h a = true -> In (info_of a) infos.
Proof. intros B. rewrite infos_eq. apply in_map, places_all, B. Qed.

Variable X : player.

(** *** A chain of X's, as a list of places *)

Fixpoint leads z i l :=
  match l with
  | [] => last_edge w h X (here i)
  | j :: l => must z (no j) (Some X) &&& existsb (Pos.eqb (no j)) (joins i) &&& leads z j l
  end.
Definition chain z l :=
  match l with
  | [] => false
  | i :: l => must z (no i) (Some X) &&& first_edge X (here i) &&& leads z i l
  end.

Definition known i := exists a, on_board w h a = true /\ i = info_of a.

Lemma has_must z p a : matches z p -> on_board w h a = true -> must z (id a) (Some X) = true ->
  has w h p X a = true.
Proof.
  intros M B S. unfold has. rewrite B. apply owned_iff. now apply (must_ok z).
Qed.

Lemma leads_ok z p l : matches z p -> Forall known l -> forall a, on_board w h a = true ->
  reached w h p X a -> leads z (info_of a) l = true -> connected w h p X.
Proof.
  intros M K. induction K as [| i l (b & B & ->) K IH]; simpl leads; intros a A R L.
  - exists a. auto.
  - apply if_and in L as [L L']. apply if_and in L as [S J]. apply (IH b); auto.
    apply existsb_exists in J as (k & I & E). apply Pos.eqb_eq in E as <-.
    apply (in_map_iff id (neighbours w h a)) in I as (b' & E & I). change (id b' = id b) in E.
    assert (B' : on_board w h b' = true).
    { unfold neighbours in I. apply filter_In in I as [I _]. unfold places in I.
      now apply filter_In in I as [_ I]. }
    apply id_inj in E; auto. subst b'.
    apply onward with a; [auto | now apply (neighbours_iff w h) | eauto using has_must].
Qed.

Lemma chain_ok z p l : matches z p -> Forall known l -> chain z l = true -> connected w h p X.
Proof.
  intros M K C. destruct K as [| i l (a & A & ->) K]; [discriminate |]. simpl in C. split_ands.
  apply (leads_ok z p l M K a); auto. apply from_edge; auto. eauto using has_must.
Qed.

(** *** The opponent is not connected: what the opponent's chains could reach is closed *)

Fixpoint spread fuel Y z todo seen :=
  match fuel, todo with
  | S fuel, k :: todo =>
      if may z k (Some Y) &&& negb (S.mem k seen) then
        match M.find k by_no with
        | Some i => spread fuel Y z (joins i ++ todo) (S.add k seen)
        | None => seen
        end
      else spread fuel Y z todo seen
  | _, _ => seen
  end.

Definition barred Y z :=
  let todo := map no (filter (fun i => first_edge Y (here i)) infos) in
  let seen := spread (12 * length infos) Y z todo S.empty in
  forallb (fun i =>
    if may z (no i) (Some Y) then
      if S.mem (no i) seen then
        negb (last_edge w h Y (here i)) &&&
        forallb (fun k => if may z k (Some Y) then S.mem k seen else true) (joins i)
      else negb (first_edge Y (here i))
    else true) infos.

Lemma barred_ok Y z p : matches z p -> barred Y z = true -> ~ connected w h p Y.
Proof.
  unfold barred. intros M. cbv zeta.
  match goal with |- context [S.mem _ ?s] => set (seen := s) end. intros C (e & R & L).
  rewrite forallb_forall in C.
  assert (G : forall a, has w h p Y a = true ->
    on_board w h a = true /\ may z (id a) (Some Y) = true).
  { intros a A. unfold has in A. split_ands. split; auto.
    match goal with O : owned _ _ _ = true |- _ => apply owned_iff in O end.
    now apply (may_ok z p). }
  assert (I : has w h p Y e = true /\ S.mem (id e) seen = true).
  { clear L. induction R as [a A F | a b R [A I] J B]; split; auto.
    - destruct (G a A) as [O P]. specialize (C _ (infos_all a O)). simpl no in C. simpl here in C.
      rewrite P, F in C. now destruct (S.mem (id a) seen).
    - destruct (G a A) as [O P], (G b B) as [O' P']. specialize (C _ (infos_all a O)).
      simpl no in C. rewrite P, I in C. apply if_and in C as [_ C].
      rewrite forallb_forall in C. specialize (C (id b)). rewrite P' in C. apply C.
      apply in_map, (neighbours_iff w h); auto. }
  destruct I as [A I], (G e A) as [O P]. specialize (C _ (infos_all e O)).
  simpl no in C. simpl here in C. rewrite P, I, L in C. discriminate.
Qed.

(** *** Entries: zones with X to move, each proved by earlier entries *)

Record entry := Entry {
  zone_is : facts;
  moves_to : positive;
  connects : list positive;              (* X's chain after the move, or nothing if there is none *)
  then_ : positive;                      (* the zone that the replies lead to *)
  except : list (positive * positive)    (* except for these replies *)
}.

Definition won_zone l := forall p, turn p = X -> agrees l p -> wins w h X p.

Fixpoint exception (l : list (positive * positive)) d k :=
  match l with
  | [] => d
  | (k', e) :: l => if Pos.eqb k' k then e else exception l d k
  end.

Definition answered (t : M.t facts) z d l :=
  existsb (free z) infos &&&
  forallb (fun i =>
    if possible z i then
      match M.find (exception l d (no i)) t with
      | Some e => follows e (after (other X) z i)
      | None => false
      end
    else true) infos.

Fixpoint infos_at l :=
  match l with
  | [] => []
  | k :: l => match M.find k by_no with Some i => i :: infos_at l | None => [] end
  end.

Definition entry_ok t e :=
  let z := zone_of (zone_is e) in
  match M.find (moves_to e) by_no with
  | Some i =>
      free z i &&& barred (other X) z &&&
      let z' := after X z i in
      match connects e with
      | [] => answered t z' (then_ e) (except e)
      | l => chain z' (infos_at l)
      end
  | None => false
  end.

Fixpoint zones_from (t : M.t facts) k entries :=
  match entries with
  | [] => Some t
  | e :: entries =>
      if entry_ok t e then zones_from (M.add k (zone_is e) t) (Pos.succ k) entries else None
  end.

Definition all_won t := forall k l, M.find k t = Some l -> won_zone l.

Lemma answered_wins t z d l p : all_won t -> answered t z d l = true -> matches z p ->
  turn p = other X -> ~ connected w h p (other X) -> wins w h X p.
Proof.
  intros W A M T N. unfold answered in A. apply if_and in A as [E A].
  destruct (connected_dec p X) as [C | C]; [now apply won |].
  assert (F : ~ finished w h p) by (rewrite (finished_iff w h p X); tauto).
  apply every_move; auto.
  - apply existsb_exists in E as (i & I & E). rewrite infos_eq in I.
    apply in_map_iff in I as (m & <- & I). unfold places in I. apply filter_In in I as [_ I].
    exists m. split; auto. now apply (free_ok z).
  - intros m [L _]. rewrite forallb_forall in A.
    specialize (A _ (infos_all m (allowed_on_board w h p m L))).
    rewrite (possible_ok z p m M L) in A.
    destruct (M.find _ t) as [e |] eqn:G; [| discriminate].
    apply W in G. apply G.
    + simpl. rewrite T. apply other_other.
    + eapply follows_agrees; eauto. apply after_ok; auto. now apply (allowed_on_board w h p).
Qed.

Lemma infos_at_known l : Forall known (infos_at l).
Proof.
  induction l as [| k l IH]; simpl; [constructor |].
  destruct (M.find k by_no) eqn:E; constructor; auto. now apply by_no_ok in E.
Qed.

Lemma entry_wins t e : all_won t -> entry_ok t e = true -> won_zone (zone_is e).
Proof.
  intros W O p T A. apply zone_of_matches in A. unfold entry_ok in O.
  destruct (M.find (moves_to e) by_no) as [i |] eqn:E; [| discriminate].
  apply by_no_ok in E as (m & B & ->). cbv zeta in O.
  apply if_and in O as [O C]. apply if_and in O as [F N].
  apply (barred_ok _ _ p A) in N.
  assert (M : matches (after X (zone_of (zone_is e)) (info_of m)) (play w h p m))
    by now apply after_ok.
  destruct (connected_dec p X) as [D | D]; [now apply won |].
  apply some_move with m; auto.
  { split; [now apply (free_ok (zone_of (zone_is e))) |]. rewrite (finished_iff w h p X). tauto. }
  destruct (connects e) as [| k l].
  - eapply answered_wins; eauto; simpl; [congruence |].
    intros G. apply N. revert G. apply connected_more. intros a. unfold has.
    destruct (on_board w h a); auto. unfold owned. rewrite stone_play.
    destruct (same_place a m); [rewrite T; destruct X; discriminate |].
    destruct (existsb _ _); auto. discriminate.
  - apply won. eapply chain_ok; eauto using infos_at_known.
Qed.

Lemma zones_from_ok entries : forall t k t', all_won t -> zones_from t k entries = Some t' ->
  all_won t'.
Proof.
  induction entries as [| e entries IH]; simpl; intros t k t' W Z; [now injection Z as <- |].
  destruct (entry_ok t e) eqn:O; [| discriminate]. apply IH in Z; auto.
  intros k' l F. destruct (Pos.eq_dec k' k) as [-> | D].
  - rewrite M.gss in F. injection F as <-. eapply entry_wins; eauto.
  - rewrite M.gso in F by auto. eauto.
Qed.

End Infos.

(** ** Positions that X wins, by the numbers of their zones *)

Definition facts_of p : facts := map (fun a => (id a, stone p a)) (places w h).

Definition check_zones X entries (roots : list (position * positive)) :=
  let infos := map info_of (places w h) in
  let by_no := fold_left (fun t i => M.add (no i) i t) infos (M.empty _) in
  match zones_from infos by_no X (M.empty _) 1%positive entries with
  | Some t => forallb (fun '(p, k) => is_turn p X &&&
      match M.find k t with Some l => follows l (zone_of (facts_of p)) | None => false end) roots
  | None => false
  end.

Theorem check_zones_ok X entries roots : check_zones X entries roots = true ->
  forall p k, In (p, k) roots -> wins w h X p.
Proof.
  unfold check_zones. cbv zeta. intros C p k I.
  set (infos := map info_of (places w h)) in *.
  set (by_no := fold_left _ infos _) in *.
  destruct (zones_from _ _ _ _ _ _) as [t |] eqn:Z; [| discriminate].
  rewrite forallb_forall in C. specialize (C _ I). simpl in C.
  apply if_and in C as [T C]. apply is_turn_iff in T.
  destruct (M.find k t) as [l |] eqn:F; [| discriminate].
  assert (B : forall k i, M.find k by_no = Some i -> exists a, on_board w h a = true /\ i = info_of a).
  { clear. intros k i.
    assert (G : forall l t, M.find k (fold_left (fun t i => M.add (no i) i t) l t) = Some i ->
      In i l \/ M.find k t = Some i).
    { induction l as [| j l IH]; simpl; intros t E; auto. apply IH in E as [E | E]; auto.
      destruct (Pos.eq_dec k (no j)) as [-> | D].
      - rewrite M.gss in E. injection E as ->. auto.
      - rewrite M.gso in E by auto. auto. }
    intros E. apply G in E as [E | E]; [| now rewrite M.gempty in E].
    apply in_map_iff in E as (a & <- & E). exists a. split; auto. unfold places in E.
    now apply filter_In in E. }
  eapply zones_from_ok in Z; eauto.
  - apply (Z k l F); auto. eapply follows_agrees; eauto.
    apply zone_of_matches. intros a x A J. apply in_map_iff in J as (b & E & J).
    injection E as E <-. f_equal. apply id_inj in E; auto.
    unfold places in J. now apply filter_In in J.
  - intros k' l' E. now rewrite M.gempty in E.
Qed.

(** ** Entries as hexadecimal numbers, whose bits are read one after the other, from the second
    digit on; this needs no proof *)

Fixpoint bits (u : Hexadecimal.uint) : list bool :=
  let y := true in
  let n := false in
  match u with
  | Hexadecimal.Nil => []
  | Hexadecimal.D0 u => n :: n :: n :: n :: bits u
  | Hexadecimal.D1 u => n :: n :: n :: y :: bits u
  | Hexadecimal.D2 u => n :: n :: y :: n :: bits u
  | Hexadecimal.D3 u => n :: n :: y :: y :: bits u
  | Hexadecimal.D4 u => n :: y :: n :: n :: bits u
  | Hexadecimal.D5 u => n :: y :: n :: y :: bits u
  | Hexadecimal.D6 u => n :: y :: y :: n :: bits u
  | Hexadecimal.D7 u => n :: y :: y :: y :: bits u
  | Hexadecimal.D8 u => y :: n :: n :: n :: bits u
  | Hexadecimal.D9 u => y :: n :: n :: y :: bits u
  | Hexadecimal.Da u => y :: n :: y :: n :: bits u
  | Hexadecimal.Db u => y :: n :: y :: y :: bits u
  | Hexadecimal.Dc u => y :: y :: n :: n :: bits u
  | Hexadecimal.Dd u => y :: y :: n :: y :: bits u
  | Hexadecimal.De u => y :: y :: y :: n :: bits u
  | Hexadecimal.Df u => y :: y :: y :: y :: bits u
  end.

(** A number of [n] bits, the most significant bit first. *)
Fixpoint number n so_far l : positive * list bool :=
  match n, l with
  | S n, b :: l => number n (if b then N.succ_double so_far else N.double so_far) l
  | _, _ => (N.succ_pos (N.pred so_far), l)
  end.
Definition place_at l := number 7 0%N l.
Definition entry_at l := number 17 0%N l.

(** The bits for each place: 0 if nothing is known, 10 if empty, 110 if V has it, 111 if H. *)
Fixpoint facts_at ids l : facts * list bool :=
  match ids, l with
  | _ :: ids, false :: l => facts_at ids l
  | k :: ids, true :: false :: l => let (f, l) := facts_at ids l in ((k, None) :: f, l)
  | k :: ids, true :: true :: b :: l =>
      let (f, l) := facts_at ids l in ((k, Some (if b then H else V)) :: f, l)
  | _, _ => ([], l)
  end.

(** A list of places, each after a bit 1. *)
Fixpoint places_at fuel l :=
  match fuel, l with
  | S fuel, true :: l => let (k, l) := place_at l in k :: places_at fuel l
  | _, _ => []
  end.
Fixpoint exceptions_at fuel l :=
  match fuel, l with
  | S fuel, true :: l =>
      let (k, l) := place_at l in let (e, l) := entry_at l in (k, e) :: exceptions_at fuel l
  | _, _ => []
  end.

Definition entry_of ids (u : Number.uint) :=
  let (f, l) := facts_at ids
    match u with Number.UIntHexadecimal (Hexadecimal.D1 u) => bits u | _ => [] end in
  let (m, l) := place_at l in
  match l with
  | true :: l => Entry f m (places_at (length ids) l) 1%positive []
  | _ :: l => let (e, l) := entry_at l in Entry f m [] e (exceptions_at (length ids) l)
  | [] => Entry f m [] 1%positive []
  end.

Definition entries_of l := map (entry_of (map id (places w h))) l.

End Zones.
