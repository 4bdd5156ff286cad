(** * The game Onyx, and what it means that correct play repeats

    This file defines everything that the theorems say; it contains no proofs. Text in quotation
    marks is quoted from the rules of the game, core/README.md; the definition below a quotation
    states it. *)
From Coq Require Import Arith List.
Import ListNotations.

(** [a &&& b] is "and" of truth values; [b] is not computed if [a] is false. *)
Notation "a &&& b" := (if a then b else false) (at level 40, left associativity).

(** ** Boards *)

(** "Two players, V and H, in turn put stones on the points of a board" *)
Inductive player := V | H.
Definition other X := match X with V => H | H => V end.

(** "A place is a point or a midpoint." Columns and rows are counted from 0, so that A1 is
    [point 0 0]; the midpoint BC12 is [midpoint 1 0]. *)
Inductive place :=
| point (x y : nat)      (* column x, row y *)
| midpoint (c r : nat).  (* of the cell whose lower left corner is (c, r) *)

Definition same_place a b :=
  match a, b with
  | point x y, point x' y' => (x =? x') &&& (y =? y')
  | midpoint c r, midpoint c' r' => (c =? c') &&& (r =? r')
  | _, _ => false
  end.

(** "The cell (c, r) has the corners (c, r), (c+1, r), (c+1, r+1) and (c, r+1)": going round it. *)
Definition corners c r := [point c r; point (S c) r; point (S c) (S r); point c (S r)].

(** "Points next to each other in a row or a column are always joined. A square has a midpoint,
    joined to its four corners; opposite corners are not joined to each other. In a cell that is not
    a square, if c and r are even, a line joins (c, r) and (c+1, r+1); if both are odd, a line joins
    (c, r+1) and (c+1, r)." *)
Inductive line : place -> place -> Prop :=
| across x y : line (point x y) (point (S x) y)
| upward x y : line (point x y) (point x (S y))
| rising c r : Nat.even c = true -> Nat.even r = true -> line (point c r) (point (S c) (S r))
| falling c r : Nat.odd c = true -> Nat.odd r = true -> line (point c (S r)) (point (S c) r)
| spoke c r a : In a (corners c r) -> line (midpoint c r) a.

Definition joined a b := line a b \/ line b a.

(** A position: the side to move, and the stones. What [stone] says of places that are not on the
    board does not matter. *)
Record position := Position { turn : player; stone : place -> option player }.

Definition owned p X a :=
  match stone p a, X with Some V, V | Some H, H => true | _, _ => false end.
Definition empty p a := match stone p a with None => true | Some _ => false end.

(** ** The rules, on a board of [w] columns and [h] rows *)

Section Rules.
Variables w h : nat.

(** "a cell with c + r odd is a square", if it is on the board. *)
Definition square c r := (S c <? w) &&& (S r <? h) &&& Nat.odd (c + r).

Definition on_board a :=
  match a with
  | point x y => (x <? w) &&& (y <? h)
  | midpoint c r => square c r
  end.

(** "V joins the bottom row to the top row; H joins the left column to the right column; each does so
    by a chain of their own joined stones. The corner points of the board belong to both edges that
    meet there": (0,0) is on both first edges. *)
Definition first_edge X a :=
  match X, a with V, point x y => y =? 0 | H, point x y => x =? 0 | _, _ => false end.
Definition last_edge X a :=
  match X, a with V, point x y => S y =? h | H, point x y => S x =? w | _, _ => false end.

Definition has p X a := on_board a &&& owned p X a.

(** The stones of X from which a chain of stones of X leads to the first edge of X. *)
Inductive reached p X : place -> Prop :=
| from_edge a : has p X a = true -> first_edge X a = true -> reached p X a
| onward a b : reached p X a -> joined a b -> has p X b = true -> reached p X b.

Definition connected p X := exists a, reached p X a /\ last_edge X a = true.

(** "The first player to connect wins at once." *)
Definition finished p := connected p V \/ connected p H.

(** "In each turn a player puts one of their own stones on an empty point, or on an empty midpoint
    whose square has four empty corners. There is no passing." *)
Definition allowed p m :=
  on_board m &&& empty p m &&&
  match m with point _ _ => true | midpoint c r => forallb (empty p) (corners c r) end.

Definition legal p m := allowed p m = true /\ ~ finished p.

(** "To capture, put a stone on a corner of a square whose midpoint is empty. If that corner and the
    opposite corner are then yours, and the two other corners are your opponent's, those two stones
    are removed." Here [i], [a], [o], [b] are the corners of the square, going round, from [i] on. *)
Definition rotations (l : list place) :=
  match l with
  | [i; j; k; l] => [(i, j, k, l); (j, k, l, i); (k, l, i, j); (l, i, j, k)]
  | _ => []
  end.

Definition captured_in p m (cell : nat * nat) : list place :=
  let '(c, r) := cell in
  let mine := owned p (turn p) in
  let theirs := owned p (other (turn p)) in
  if square c r &&& empty p (midpoint c r) then
    flat_map (fun '(i, a, o, b) =>
      if same_place m i &&& mine o &&& theirs a &&& theirs b then [a; b] else [])
      (rotations (corners c r))
  else [].

(** "One move can capture in two squares at once, and then removes four stones. Nothing else is
    ever removed." *)
Definition cells := list_prod (seq 0 w) (seq 0 h).
Definition captured p m := flat_map (captured_in p m) cells.

(** The position after a move: the stone is there, captured stones are gone, the other side moves. *)
Definition play p m :=
  let gone := captured p m in
  Position (other (turn p))
    (fun a => if same_place a m then Some (turn p)
              else if existsb (same_place a) gone then None else stone p a).

(** Two positions are the same: they have the same side to move and the same stones on the board. *)
Definition same p q := turn p = turn q /\ forall a, on_board a = true -> stone p a = stone q a.

(** The moves [ms] are a game that leads from [p] to [q]. *)
Inductive game : position -> list place -> position -> Prop :=
| stop p q : same p q -> game p [] q
| move p m ms q : legal p m -> game (play p m) ms q -> game p (m :: ms) q.

(** ** Correct play *)

(** X can force a win: "the least set that contains every position in which X is connected, every
    position with X to move in which some move leads into the set, and every position with the other
    player to move in which there is a legal move and every move leads into the set". *)
Inductive wins X : position -> Prop :=
| won p : connected p X -> wins X p
| some_move p m : turn p = X -> legal p m -> wins X (play p m) -> wins X p
| every_move p : turn p = other X -> (exists m, legal p m) ->
    (forall m, legal p m -> wins X (play p m)) -> wins X p.

(** "Every other position is a draw." *)
Definition draw p := ~ wins V p /\ ~ wins H p.

(** A strategy says where to move in each position. It looks only at the board, not at the moves
    that led there. *)
Definition strategy (f : position -> place) := forall p q, same p q -> f p = f q.

(** The positions that arise from [p] when X plays by [f] and the opponent plays any legal moves. *)
Inductive arises X f p : position -> Prop :=
| at_start : arises X f p p
| own q : arises X f p q -> turn q = X -> ~ finished q -> arises X f p (play q (f q))
| reply q m : arises X f p q -> turn q = other X -> legal q m -> arises X f p (play q m).

(** "With a safe strategy X is never beaten": playing by [f], X is never without a legal move. *)
Definition unbeaten X f p := strategy f /\ forall q, arises X f p q ->
  ~ connected q (other X) /\ (turn q = X -> ~ finished q -> legal q (f q)).

(** The play of V's strategy [f] against H's strategy [g]: the move in [q], and the position after
    [n] plies from [p]. *)
Definition choice (f g : position -> place) q := match turn q with V => f q | H => g q end.
Fixpoint correct_play f g p n :=
  match n with
  | 0 => p
  | S n => let q := correct_play f g p n in play q (choice f g q)
  end.

(** Two strategies are unbeaten, and their play from [p] returns to [p] after [n] plies. So play can
    return although neither player makes a mistake; other unbeaten strategies may lead elsewhere, to
    other draws. *)
Definition repeats p n := 0 < n /\ exists f g,
  unbeaten V f p /\ unbeaten H g p /\ same (correct_play f g p n) p.

(** The same, but play returns to the position after [k] plies. *)
Definition repeats_after p k n := 0 < n /\ exists f g,
  unbeaten V f p /\ unbeaten H g p /\ same (correct_play f g p (k + n)) (correct_play f g p k).

(** A cooperative cycle of [n] plies is "any legal cycle, whatever its positions are worth". *)
Definition cycles p n := 0 < n /\ exists ms, length ms = n /\ game p ms p.

End Rules.

(** ** The setups *)

(** "V moves first." The open setup is "an empty board of any size". *)
Definition open := Position V (fun _ => None).

(** The standard setup, "where n is even and at least 4. H has the two middle points of the bottom
    row and of the top row; V has the two middle points of the left column and of the right column." *)
Definition standard n :=
  let middle i := orb (S i =? n / 2) (i =? n / 2) in
  let edge i := orb (i =? 0) (S i =? n) in
  Position V (fun a =>
    match a with
    | point x y => if andb (middle x) (edge y) then Some H
                   else if andb (edge x) (middle y) then Some V else None
    | midpoint _ _ => None
    end).
