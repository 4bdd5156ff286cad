(* onyx-check-verified FILE...: checks certificates, JSON and compact ones, with the checkers that are proved in
   Coq.

   The verdicts come from proved.ml, extracted from the proofs: check_draw, check_strategy, check_cycle and
   check_game, and for compact certificates check_wins and check_safe. Their theorems say that what they accept is
   true. The rest only reads. It could do harm in two ways. It could give the checkers something else than the file
   says; against this, every position and move that it has read is printed again and compared. Or it could say
   "accepted" although they refuse. It also checks what the format demands and the theorems do not: known keys,
   legal positions, exact capture marks. *)
open Proved
open Notation

(* --- The parts of a certificate ------------------------------------------------------------------- *)

(* The members of an object, each at most once: all of [needed], and otherwise only [optional]. *)
let members what needed optional json =
  match json with
  | Json.Object list ->
      let names = List.map fst list in
      if List.length (List.sort_uniq compare names) < List.length names then refuse "%s: a key comes twice" what;
      List.iter (fun name -> if not (List.mem name names) then refuse "%s: missing key %S" what name) needed;
      List.iter (fun name -> if not (List.mem name (needed @ optional)) then refuse "%s: spare key %S" what name) names;
      list
  | _ -> refuse "%s must be an object" what

let text what json = match json with Json.Text text -> text | _ -> refuse "%s must be text" what

let texts what json =
  match json with Json.Array items -> List.map (text what) items | _ -> refuse "%s must be an array" what

let entries_read = ref 0

(* The entries of a strategy, as the checkers want them. *)
let entries b near owner json =
  match json with
  | Json.Object list ->
      let seen = Hashtbl.create (List.length list) in
      List.map
        (fun (key, move) ->
          if Hashtbl.mem seen key then refuse "an entry comes twice: %S" key;
          Hashtbl.add seen key ();
          incr entries_read;
          let p = read_position b near key in
          if p.turn <> owner then refuse "the other side is to move in %S" key;
          (p, read_move b p (text "a move" move)))
        list
  | _ -> refuse "a strategy must be an object"

(* --- The claims ----------------------------------------------------------------------------------- *)

let proved what accepted = if not accepted then refuse "%s: refused by the proved checker" what

let check_the_game b p json =
  let game = members "game" [ "setup"; "moves" ] [] json in
  let name = text "setup" (List.assoc "setup" game) in
  if not (is_setup name) then refuse "no such setup: %S" name;
  let other = board_of name in
  if (other.width, other.height) <> (b.width, b.height) then refuse "the game is on another board";
  let start = setup b name in
  let moves, _ = read_moves b start (texts "moves" (List.assoc "moves" game)) in
  proved "game" (check_game b.w b.h start moves p)

let check_the_draw b near p strategies line =
  let tables = members "strategies" [ "V"; "H" ] [] strategies in
  let parts = members "line" [ "prefix"; "cycle" ] [] line in
  let prefix, q = read_moves b p (texts "prefix" (List.assoc "prefix" parts)) in
  let cycle, _ = read_moves b q (texts "cycle" (List.assoc "cycle" parts)) in
  let of_player name owner = entries b near owner (List.assoc name tables) in
  proved "draw" (check_draw b.w b.h p (of_player "V" V) (of_player "H" H) prefix cycle)

let check_the_win b near p winner strategies =
  let name = letter (Some winner) in
  let tables = members "strategies" [ name ] [] strategies in
  proved "win" (check_strategy b.w b.h winner p (entries b near winner (List.assoc name tables)))

let check_the_cycle b p line =
  let parts = members "line" [ "prefix"; "cycle" ] [] line in
  if texts "prefix" (List.assoc "prefix" parts) <> [] then refuse "the prefix must be empty";
  let cycle, _ = read_moves b p (texts "cycle" (List.assoc "cycle" parts)) in
  proved "cycle" (check_cycle b.w b.h p cycle)

let check content =
  let json = Json.parse content in
  let claim =
    match json with
    | Json.Object list -> ( match List.assoc_opt "claim" list with Some (Json.Text claim) -> claim | _ -> "")
    | _ -> ""
  in
  let own =
    match claim with
    | "draw" -> [ "strategies"; "line" ]
    | "V wins" | "H wins" -> [ "strategies" ]
    | "cycle" -> [ "line" ]
    | _ -> refuse "missing or unknown claim"
  in
  let spare = if claim = "cycle" then [ "strategies" ] else [] in
  let parts =
    members "certificate" ([ "format"; "version"; "claim"; "position" ] @ own) ([ "game"; "about" ] @ spare) json
  in
  let part name = List.assoc name parts in
  if part "format" <> Json.Text "onyx-certificate" then refuse "unknown format";
  if part "version" <> Json.Number "1" then refuse "version must be the number 1";
  let name = text "position" (part "position") in
  let b = board_of name in
  let near = near_table b.w b.h in
  let p = if is_setup name then setup b name else read_position b near name in
  (match List.assoc_opt "about" parts with
  | None | Some (Json.Object _) -> ()
  | Some _ -> refuse "about must be an object");
  Option.iter (check_the_game b p) (List.assoc_opt "game" parts);
  (match claim with
  | "draw" -> check_the_draw b near p (part "strategies") (part "line")
  | "cycle" ->
      Option.iter (fun tables -> ignore (members "strategies" [] [] tables)) (List.assoc_opt "strategies" parts);
      check_the_cycle b p (part "line")
  | _ -> check_the_win b near p (if claim = "V wins" then V else H) (part "strategies"));
  claim

(* Strategies from compact certificates have ranks; draws have no line. *)
let check_compact content =
  let { Compact.board = b; claim; position = p; strategies } = Compact.read content in
  List.iter (fun (_, entries) -> entries_read := !entries_read + List.length entries) strategies;
  let entries owner = List.assoc owner strategies in
  let win winner =
    let highest = List.fold_left (fun high (_, _, rank) -> max high rank) 0 (entries winner) in
    let ranked = List.rev (List.rev_map (fun (q, move, rank) -> ((q, move), nat rank)) (entries winner)) in
    proved "win" (check_wins b.w b.h winner p ranked (nat (highest + 1)))
  in
  let unranked owner = List.rev (List.rev_map (fun (q, move, _) -> (q, move)) (entries owner)) in
  match claim with
  | 'V' -> win V; "V wins"
  | 'H' -> win H; "H wins"
  | 'D' -> proved "draw" (check_safe b.w b.h p (unranked V) (unranked H)); "draw"
  | _ -> refuse "unknown claim"

(* --- Files ---------------------------------------------------------------------------------------- *)

let content_of path =
  let channel = open_in_bin path in
  Fun.protect
    ~finally:(fun () -> close_in channel)
    (fun () -> really_input_string channel (in_channel_length channel))

let () =
  let code = ref 0 and files = List.tl (Array.to_list Sys.argv) in
  if files = [] || List.mem (List.hd files) [ "-h"; "--help" ] then (
    print_endline "usage: onyx-check-verified FILE...";
    exit (if files = [] then 2 else 0));
  List.iter
    (fun file ->
      match
        let content = content_of file in
        if starts_with Compact.magic content then check_compact content else check content
      with
      | claim -> Printf.printf "%s: accepted: %s\n%!" file claim
      | exception (Refused reason | Json.Bad reason) ->
          code := max 1 !code;
          Printf.printf "%s: rejected: %s\n%!" file reason
      | exception Stack_overflow ->
          code := max 1 !code;
          Printf.printf "%s: rejected: too large\n%!" file
      | exception Sys_error reason ->
          code := 2;
          Printf.eprintf "%s\n%!" reason)
    files;
  Printf.eprintf "%d entries, %.1f s\n" !entries_read (Sys.time ());
  exit !code
