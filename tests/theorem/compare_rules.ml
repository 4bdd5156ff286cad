(* Compares the rules in Coq with the program's.

     compare_rules games FILE    the games of tests/vectors: each move legal, with its captures; at some
                                 plies all stones and all legal moves; who wins
     compare_rules positions     what sample_rules prints, from standard input: connection, legal moves,
                                 captures and the position after each

   Exit: 0 they agree, 1 they do not; the first difference is printed. *)
open Proved
open Notation

let differ format = Printf.ksprintf (fun text -> prerr_endline text; exit 1) format
let words text = if text = "" then [] else String.split_on_char ' ' text
let sorted = List.sort compare
let list_of json = match json with Json.Array items -> items | _ -> failwith "no array"
let text_of json = match json with Json.Text text -> text | _ -> failwith "no text"
let texts json = List.map text_of (list_of json)

let lines channel =
  let rec from found =
    match input_line channel with line -> from (line :: found) | exception End_of_file -> List.rev found
  in
  from []

let winner b near p =
  match (connection b.w b.h near p V, connection b.w b.h near p H) with
  | Some true, Some false -> "V"
  | Some false, Some true -> "H"
  | Some false, Some false -> "-"
  | _ -> differ "a test of connection fails in %s" (print_position b p)

let moves_of b near p =
  List.map
    (fun place -> name_of place ^ String.make (int (length (captured b.w b.h p place)) / 2) '*')
    (legal_moves b.w b.h near p)

(* --- Random positions ----------------------------------------------------------------------------- *)

let boards = Hashtbl.create 8

let board_and_near text =
  let rows = rows_of text in
  let size = (length_of (List.hd rows), List.length rows) in
  match Hashtbl.find_opt boards size with
  | Some found -> found
  | None ->
      let b = board_of text in
      let made = (b, near_table b.w b.h) in
      Hashtbl.add boards size made;
      made

let compare_position line =
  match String.split_on_char '\t' line with
  | text :: who :: moves ->
      let b, near = board_and_near text in
      let p = read_position b near text in
      if winner b near p <> who then differ "%s: connected is %s" text (winner b near p);
      let split move = (List.hd (String.split_on_char '=' move), List.nth (String.split_on_char '=' move) 1) in
      let moves = List.map split moves in
      if sorted (moves_of b near p) <> sorted (List.map fst moves) then differ "%s: other legal moves" text;
      List.iter
        (fun (move, next) ->
          let found = print_position b (after b p (read_move b p move)) in
          if found <> next then differ "%s: after %s it is %s" text move found)
        moves;
      List.length moves
  | _ -> differ "not a line of sample_rules: %s" line

let compare_positions () =
  let moves = List.map compare_position (lines stdin) in
  Printf.printf "%d positions of %d board shapes, %d moves agree\n" (List.length moves) (Hashtbl.length boards)
    (List.fold_left ( + ) 0 moves)

(* --- Games ---------------------------------------------------------------------------------------- *)

let compare_check b near positions check =
  let part name = match check with Json.Object list -> List.assoc name list | _ -> failwith "no object" in
  let ply = match part "ply" with Json.Number n -> int_of_string n | _ -> failwith "no number" in
  let p = positions.(ply) in
  let stones owner = List.filter (fun place -> p.stone place = Some owner) (places b.w b.h) in
  let same what found expected = if sorted found <> sorted expected then differ "ply %d: other %s" ply what in
  same "stones of V" (List.map name_of (stones V)) (texts (part "V"));
  same "stones of H" (List.map name_of (stones H)) (texts (part "H"));
  same "legal moves" (moves_of b near p) (texts (part "legal"))

let compare_game line =
  let game = match Json.parse line with Json.Object list -> list | _ -> failwith "no object" in
  let part name = List.assoc name game in
  let size = match part "size" with Json.Number n -> int_of_string n | _ -> failwith "no number" in
  let b = board size size in
  let near = near_table b.w b.h in
  let start = setup b (text_of (part "setup")) in
  let positions = ref [ start ] in
  let step p move =
    if not (List.mem move (moves_of b near p)) then differ "%s: %s is not legal" (print_position b p) move;
    let next = after b p (read_move b p move) in
    positions := next :: !positions;
    next
  in
  let last = List.fold_left step start (texts (part "moves")) in
  let expected = match List.assoc_opt "winner" game with Some (Json.Text who) -> who | _ -> "-" in
  if winner b near last <> expected then differ "the winner is %s" (winner b near last);
  List.iter (compare_check b near (Array.of_list (List.rev !positions))) (list_of (part "checks"));
  List.length (texts (part "moves"))

let compare_games file =
  let moves = List.map compare_game (lines (open_in file)) in
  Printf.printf "%d games, %d moves agree\n" (List.length moves) (List.fold_left ( + ) 0 moves)

let () =
  match Array.to_list Sys.argv with
  | [ _; "games"; file ] -> compare_games file
  | [ _; "positions" ] -> compare_positions ()
  | _ ->
      prerr_endline "usage: compare_rules games FILE | compare_rules positions";
      exit 2
