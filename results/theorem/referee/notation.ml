(* Positions and moves as text. Everything that is read is printed again and compared, so that the checkers get what
   the file says. *)
open Proved

exception Refused of string

let refuse format = Printf.ksprintf (fun reason -> raise (Refused reason)) format
let rec nat n = if n = 0 then O else S (nat (n - 1))
let rec int n = match n with O -> 0 | S n -> 1 + int n

(* A board and its size, as numbers of Coq for the checkers and as numbers of OCaml. *)
type board = { w : nat; h : nat; width : int; height : int }

let board width height =
  if min width height < 2 || max width height > 20 then refuse "width and height must be from 2 to 20";
  { w = nat width; h = nat height; width; height }

(* --- Names ---------------------------------------------------------------------------------------- *)

let column x = String.make 1 (Char.chr (65 + x))

let name_of place =
  match place with
  | Point (x, y) -> Printf.sprintf "%s%d" (column (int x)) (int y + 1)
  | Midpoint (c, r) ->
      let c = int c and r = int r in
      Printf.sprintf "%s%s%d%d" (column c) (column (c + 1)) (r + 1) (r + 2)

(* No name is longer than AB1920; more digits would take long to count. *)
let place_of b name =
  let place = if String.length name > 6 then Point (b.w, b.h) else move name in
  if on_board b.w b.h place && name_of place = name then place else refuse "no such place: %S" name

(* --- Positions ------------------------------------------------------------------------------------ *)

let letter stone = match stone with Some V -> "V" | Some H -> "H" | None -> ""

let print_row b p y =
  let rec from x empty =
    let flushed = if empty > 0 then string_of_int empty else "" in
    if x = b.width then flushed
    else
      match p.stone (Point (nat x, nat y)) with
      | None -> from (x + 1) (empty + 1)
      | stone -> flushed ^ letter stone ^ from (x + 1) 0
  in
  from 0 0

let range n = List.init (max n 0) Fun.id
let squares b =
  List.concat_map (fun r -> List.filter (fun (c, r) -> (c + r) mod 2 = 1) (List.map (fun c -> (c, r)) (range (b.width - 1))))
    (range (b.height - 1))

let print_position b p =
  let rows = List.map (fun y -> print_row b p (b.height - 1 - y)) (range b.height) in
  let midpoints =
    List.filter_map
      (fun (c, r) ->
        let place = Midpoint (nat c, nat r) in
        match p.stone place with None -> None | stone -> Some (name_of place ^ ":" ^ letter stone))
      (squares b)
  in
  Printf.sprintf "%s %s %s" (String.concat "/" rows)
    (if midpoints = [] then "-" else String.concat "," midpoints)
    (letter (Some p.turn))

(* The length of a row: its stones, and its empty points. *)
let length_of row =
  let digits = ref "" and length = ref 0 in
  let flush () =
    (match int_of_string_opt !digits with
    | Some n when String.length !digits <= 2 -> length := !length + n
    | None when !digits = "" -> ()
    | _ -> refuse "%S is not a number from 1 to 20" !digits);
    digits := ""
  in
  String.iter
    (fun c ->
      match c with
      | '0' .. '9' -> digits := !digits ^ String.make 1 c
      | 'V' | 'H' -> flush (); incr length
      | _ -> refuse "unknown letter in row %S" row)
    row;
  flush ();
  !length

let rows_of text = String.split_on_char '/' (List.hd (String.split_on_char ' ' text))

let starts_with prefix text =
  String.length text >= String.length prefix && String.sub text 0 (String.length prefix) = prefix

let is_setup text = starts_with "open:" text || starts_with "standard:" text

(* The board of a position or a setup. *)
let board_of text =
  if is_setup text then (
    let size = List.nth (String.split_on_char ':' text) 1 in
    match List.map int_of_string_opt (String.split_on_char 'x' size) with
    | [ Some w; Some h ] when Printf.sprintf "%dx%d" w h = size ->
        if text.[0] = 's' && (w <> h || w mod 2 = 1 || w < 4) then refuse "no such setup: %S" text;
        board w h
    | _ -> refuse "no such setup: %S" text)
  else
    let rows = rows_of text in
    board (length_of (List.hd rows)) (List.length rows)

let setup b text = memo b.w b.h (if text.[0] = 's' then standard b.w else open0)

let is_cross b p (c, r) =
  let at dx dy = p.stone (Point (nat (c + dx), nat (r + dy))) in
  p.stone (Midpoint (nat c, nat r)) = None
  && at 0 0 <> None && at 1 0 <> None && at 0 0 = at 1 1 && at 1 0 = at 0 1 && at 0 0 <> at 1 0

(* A legal position in canonical form. [near] is the board's table of neighbours. *)
let read_position b near text =
  if List.exists (fun row -> length_of row <> b.width) (rows_of text) then refuse "ragged rows in %S" text;
  if List.exists (fun word -> String.length word > 8) (List.concat_map (String.split_on_char ',')
      (List.tl (String.split_on_char ' ' text))) then refuse "not a position: %S" text;
  let p = read b.w b.h text in
  if print_position b p <> text then refuse "not in canonical form: %S, which reads %S" text (print_position b p);
  if List.exists (is_cross b p) (squares b) then refuse "a cross in %S" text;
  if connection b.w b.h near p p.turn <> Some false then refuse "the side to move is connected in %S" text;
  p

(* --- Moves ---------------------------------------------------------------------------------------- *)

(* The place of a move, whose marks must say exactly how many pairs it captures. *)
let read_move b p text =
  let name = List.hd (String.split_on_char '*' text) in
  let place = place_of b name in
  let pairs = int (length (captured b.w b.h p place)) / 2 in
  if text <> name ^ String.make pairs '*' then refuse "wrong mark: %S captures %d pairs" text pairs;
  place

let after b p place = memo b.w b.h (play b.w b.h p place)

(* The places of successive moves. *)
let rec read_moves b p texts =
  match texts with
  | [] -> ([], p)
  | text :: texts ->
      let place = read_move b p text in
      let places, last = read_moves b (after b p place) texts in
      (place :: places, last)
