(** * Positions and moves as text

    This needs no proof. A theorem about [read 5 5 "..."] speaks of the position that results,
    whatever the text was meant to say; the theorems of Theorems.v contain no text. *)
From Coq Require Import Ascii String Arith List.
From Onyx Require Import Statement Tables.
Import ListNotations.
Local Open Scope nat_scope.

Definition digit c := nat_of_ascii c - 48.
Definition is_digit c := let n := nat_of_ascii c in (48 <=? n) &&& (n <=? 57).
Definition letter c := nat_of_ascii c - 65.
Definition stone_of c := match c with "V"%char => Some V | "H"%char => Some H | _ => None end.

Definition number digits := fold_left (fun n c => 10 * n + digit c) digits 0.

(** A place from the characters of its name. *)
Definition place_of name :=
  match name with
  | x :: y :: digits =>
      if is_digit y then point (letter x) (number (y :: filter is_digit digits) - 1)
      else let digits := filter is_digit digits in
           midpoint (letter x) (number (firstn (length digits / 2) digits) - 1)
  | _ => point 0 0
  end.

Definition move s := place_of (list_ascii_of_string s).

(** The rows, from below; [n] empty points are still to be added to [row]. *)
Fixpoint read_rows n row rows text :=
  let flush := rev (repeat None n) ++ row in
  match text with
  | "/"%char :: text => read_rows 0 [] (rev flush :: rows) text
  | " "%char :: text => (rev flush :: rows, text)
  | "V"%char :: text => read_rows 0 (Some V :: flush) rows text
  | "H"%char :: text => read_rows 0 (Some H :: flush) rows text
  | c :: text => read_rows (10 * n + digit c) row rows text
  | [] => (rows, [])
  end.

(** The stones on midpoints, and the side to move. *)
Fixpoint read_midpoints name found text :=
  match text with
  | [" "%char; c] => (found, c)
  | ":"%char :: c :: text =>
      read_midpoints [] ((place_of (rev name), stone_of c) :: found) text
  | ","%char :: text => read_midpoints [] found text
  | c :: text => read_midpoints (c :: name) found text
  | [] => (found, "?"%char)
  end.

Definition read w h s :=
  let (rows, text) := read_rows 0 [] [] (list_ascii_of_string s) in
  let (midpoints, side) := read_midpoints [] [] text in
  memo w h (Position (match stone_of side with Some X => X | None => V end)
    (fun a => match a with
      | point x y => look None rows x y
      | _ => match find (fun e => same_place a (fst e)) midpoints with
             | Some (_, s) => s | None => None end
      end)).

Definition entries w h (l : list (string * string)) :=
  map (fun e => (read w h (fst e), move (snd e))) l.
