(* Unpacks the moves of compact certificates of version 4 (solver/certificate/compact_format.md). Plain rather than
   fast: about ten microseconds per move. *)
open Proved
open Notation

(* --- Answers out of bytes ----------------------------------------------------------------------------- *)

let damaged () = refuse "a block that cannot be unpacked"

type answers = { bytes : string; mutable at : int; mutable value : int; mutable size : int }

let next_byte a =
  if a.at = String.length a.bytes then damaged ();
  a.value <- (a.value lsl 8) lor Char.code a.bytes.[a.at];
  a.at <- a.at + 1

let answers bytes =
  let a = { bytes; at = 0; value = 0; size = 0xffffffff } in
  List.iter (fun _ -> next_byte a) (range 4);
  if a.value >= a.size then damaged ();
  a

let widen a =
  while a.size < 1 lsl 24 do
    a.size <- a.size lsl 8;
    next_byte a
  done

(* Whether the next answer is yes, which has the chance [likely] of 65,536. *)
let is_yes a likely =
  let part = a.size lsr 16 * likely in
  let yes = a.value < part in
  if yes then a.size <- part
  else (
    a.value <- a.value - part;
    a.size <- a.size - part);
  widen a;
  yes

let one_of a count =
  a.size <- a.size / count;
  let number = a.value / a.size in
  if number >= count then damaged ();
  a.value <- a.value mod a.size;
  widen a;
  number

let check_end a = if a.value <> 0 || a.at < String.length a.bytes then damaged ()

(* --- What is learned ------------------------------------------------------------------------------------ *)

type row = { places : int list; run : int }  (* latest first, up to three *)
type chance = { p : int; n : int }

let even = { p = 1 lsl 21; n = 0 }

let learned c yes most =
  let p = if yes then c.p + (((1 lsl 22) - 1 - c.p) / (c.n + 2)) else c.p - (c.p / (c.n + 2)) in
  { p; n = min (c.n + 1) most }

let with_move row move =
  match row.places with
  | first :: _ when first = move -> { row with run = min (row.run + 1) 15 }
  | first :: second :: third when second = move -> { places = move :: first :: third; run = 0 }
  | first :: second :: _ -> { places = [ move; first; second ]; run = 0 }
  | places -> { places = move :: places; run = 0 }

let state row place =
  match row.places with
  | first :: _ when first = place ->
      if row.run = 0 then 0 else if row.run <= 3 then 1 else if row.run <= 14 then 2 else 3
  | _ :: rest when List.mem place rest -> if row.run = 0 then 4 else 5
  | _ -> if row.run <= 3 then 6 else 7

let votes_of_state = [| 4; 8; 12; 16; 2; 1; 0; 0 |]

type model = {
  places : place array;
  numbers : (place, int) Hashtbl.t;  (* of the places *)
  halves : (int * int) array;  (* where a place is, in half steps *)
  mutable bits : int;
  mutable moves : int;
  mutable tables : row array array;
  by_states : (int * int, chance) Hashtbl.t;
  by_votes : (int * int, chance) Hashtbl.t;
}

let model b places =
  let numbers = Hashtbl.create 64 in
  Array.iteri (fun i place -> Hashtbl.add numbers place i) places;
  let points = List.concat_map (fun y -> List.map (fun x -> (2 * x, 2 * y)) (range b.width)) (range b.height) in
  let midpoints = List.map (fun (c, r) -> ((2 * c) + 1, (2 * r) + 1)) (squares b) in
  { places; numbers; halves = Array.of_list (points @ midpoints); bits = 8; moves = 0;
    tables = Array.init 6 (fun _ -> Array.make 256 { places = []; run = 0 });
    by_states = Hashtbl.create 1024; by_votes = Hashtbl.create 256 }

(* --- Contexts ------------------------------------------------------------------------------------------- *)

let mixed hash number =
  let product = Int64.mul (Int64.logxor hash number) 0x9e3779b97f4a7c15L in
  Int64.logxor product (Int64.shift_right_logical product 32)

(* The 64-bit words of the set of places for which [has] is true. *)
let words m has =
  let count = (Array.length m.places + 63) / 64 in
  let bit i = if i < Array.length m.places && has i then Int64.shift_left 1L (i mod 64) else 0L in
  List.map (fun w -> List.fold_left (fun word i -> Int64.logor word (bit ((64 * w) + i))) 0L (range 64)) (range count)

(* The index of the row in each table. *)
let rows_of m p reply answer =
  let number place = match place with None -> 65535 | Some place -> Hashtbl.find m.numbers place in
  let r = number reply and a = number answer in
  let is_within steps i =
    r < 65535
    &&
    let (x, y), (x', y') = (m.halves.(r), m.halves.(i)) in
    max (abs (x - x')) (abs (y - y')) <= 2 * steps
  in
  let own i = p.stone m.places.(i) = Some p.turn in
  let other i = match p.stone m.places.(i) with None -> false | Some player -> player <> p.turn in
  let both is_there = (words m (fun i -> is_there i && own i), words m (fun i -> is_there i && other i)) in
  let all = (words m own, words m (fun _ -> false)) and near = both (is_within 1) and wide = both (is_within 2) in
  let contexts =
    [ (65535, 65535, all); (r, 65535, all); (65535, a, all); (r, 65535, near); (r, a, near); (r, 65535, wide) ]
  in
  let row c (first, second, (xs, ys)) =
    let numbers = List.map Int64.of_int [ c + 1; first; second ] @ xs @ ys in
    Int64.to_int (Int64.shift_right_logical (List.fold_left mixed 0L numbers) (64 - m.bits))
  in
  List.mapi row contexts

(* --- Moves ---------------------------------------------------------------------------------------------- *)

(* The place to ask for, if there is one: the votes for it, its negative number (so that the least place wins), and
   the states of the rows. *)
let best_of rows left =
  let guess place =
    let states = List.map (fun row -> state row place) rows in
    let votes = List.fold_left (fun sum state -> sum + votes_of_state.(state)) 0 states in
    (votes, -place, List.fold_right (fun state sum -> (8 * sum) + state) states 0)
  in
  let guessed = List.concat_map (fun (row : row) -> row.places) rows in
  let places = List.filter (fun place -> List.mem place left) guessed in
  List.fold_left (fun best place -> max best (Some (guess place))) None places

let rec ask m answers rows left question =
  match best_of rows left with
  | None ->
      if left = [] then damaged ();
      List.nth left (one_of answers (List.length left))
  | Some (votes, place, states) ->
      let place = -place in
      let chance table key = Option.value (Hashtbl.find_opt table (question, key)) ~default:even in
      let by_votes = chance m.by_votes votes in
      let by_states = chance m.by_states states in
      let by_states = if by_states.n = 0 then { p = by_votes.p; n = 2 } else by_states in
      let yes = is_yes answers (min (max (by_states.p / 64) 16) 65520) in
      Hashtbl.replace m.by_votes (question, votes) (learned by_votes yes 62);
      Hashtbl.replace m.by_states (question, states) (learned by_states yes 120);
      if yes then place else ask m answers rows (List.filter (( <> ) place) left) (min (question + 1) 2)

(* The next move, one of the legal ones. *)
let next m answers p legal reply answer =
  let rows = rows_of m p reply answer in
  let left = List.map (Hashtbl.find m.numbers) legal in
  let move = ask m answers (List.mapi (fun c row -> m.tables.(c).(row)) rows) left 0 in
  List.iteri (fun c row -> m.tables.(c).(row) <- with_move m.tables.(c).(row) move) rows;
  m.moves <- m.moves + 1;
  if m.moves = 1 lsl m.bits && m.bits < 20 then (
    m.bits <- m.bits + 1;
    m.tables <- Array.map (fun rows -> Array.init (1 lsl m.bits) (fun i -> rows.(i / 2))) m.tables);
  m.places.(move)
