(** * Ranks for a winning strategy that has none: a search, which needs no proof

    The rank of an entry is one more than the greatest rank of the entries that the opponent's
    replies lead to. Wins.v checks the ranks found; wrong ones might refute a true claim. *)
From Coq Require Import Arith PArith List FMapPositive.
From Onyx Require Import Statement Tables Connection Checker Wins.
Import ListNotations.

Section Ranks.
Variables w h : nat.
Variable near : place -> list place.
Variable X : player.
Variable t : table.

Definition rank_of (found : PositiveMap.t nat) p :=
  match PositiveMap.find (code w h p) found with Some r => r | None => 0 end.

(** [visit_all] gives the greatest rank of all positions that the opponent's moves from [q] lead to,
    and the ranks found until then. *)
Definition visit_all (visit : PositiveMap.t nat -> position -> PositiveMap.t nat) found q :=
  if surely_connected w h near q X then (0, found) else
  fold_left (fun '(r, found) m =>
    if allowed w h q m then
      let p := memo w h (play w h q m) in
      let found := visit found p in (Nat.max r (rank_of found p), found)
    else (r, found)) (places w h) (0, found).

Fixpoint visit fuel found p :=
  match fuel, PositiveMap.find (code w h p) found, PositiveMap.find (code w h p) t with
  | S fuel, None, Some (_, m) =>
      let '(r, found) := visit_all (visit fuel) found (memo w h (play w h p m)) in
      PositiveMap.add (code w h p) (S r) found
  | _, _, _ => found
  end.

(** The entries that play from [p] meets, with their ranks, and the greatest rank. *)
Definition ranked_entries p (entries : list (position * place)) :=
  let visit := visit (S (length entries)) in
  let '(r, found) :=
    if is_turn p X then
      let found := visit (PositiveMap.empty nat) p in (rank_of found p, found)
    else visit_all visit (PositiveMap.empty nat) p in
  (r, flat_map (fun '(q, m) => match rank_of found q with 0 => [] | s => [(q, m, s)] end) entries).

End Ranks.

(** A win: the winner's strategy. *)
Definition check_strategy w h X p entries :=
  let t := table_of w h entries in
  let near := near_table w h in
  let '(r, ranked) := ranked_entries w h near X t p entries in
  check_wins w h X p ranked (S r).

Theorem check_strategy_ok w h X p entries :
  check_strategy w h X p entries = true -> wins w h X p.
Proof.
  unfold check_strategy. cbv zeta. destruct (ranked_entries _ _ _ _ _ _ _) as [r ranked].
  apply check_wins_ok.
Qed.
