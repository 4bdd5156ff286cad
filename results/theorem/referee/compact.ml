(* Compact certificates (solver/certificate/compact_format.md). Their checksums are not checked; the checkers refuse
   whatever is read wrongly.

   A file contains only packed moves. A walk through play finds their positions; it asks for one move after the
   other and unpacks them as it goes (guesses.ml). It leaves out positions that the strategy's owner wins within
   three plies, and everything after them. Here a search fills in moves for these positions, and ranks are computed.
   So the checkers get whole strategies, and refuse whatever was found or filled in wrongly. *)
open Proved
open Notation

type strategy = (position * place * int) list

type t = { board : board; claim : char; position : position; strategies : (player * strategy) list }

let magic = "OnyxCtz"
let header = 128
let head = 16

let u32 text at = Int32.to_int (String.get_int32_le text at) land 0xffffffff
let u64 text at = Int64.to_int (String.get_int64_le text at)

(* The places by their numbers: points by row from A1, then midpoints by row. *)
let numbered b =
  let points = List.concat_map (fun y -> List.map (fun x -> Point (nat x, nat y)) (range b.width)) (range b.height) in
  Array.of_list (points @ List.map (fun (c, r) -> Midpoint (nat c, nat r)) (squares b))

(* The position with the stones of two sets; [bit set i] is bit [i] of a set. *)
let position_of b places turn bit =
  let stones = Hashtbl.create 64 in
  Array.iteri
    (fun i place -> if bit 0 i then Hashtbl.add stones place V else if bit 1 i then Hashtbl.add stones place H)
    places;
  memo b.w b.h { turn; stone = Hashtbl.find_opt stones }

(* For each block, its bytes and the number of its moves. *)
let rec blocks text at =
  if at = String.length text then []
  else if at + head > String.length text then refuse "a cut-off block"
  else
    let size = u32 text at in
    if at + head + size > String.length text then refuse "a cut-off block"
    else (String.sub text (at + head) size, u32 text (at + 4)) :: blocks text (at + head + size)

(* --- Strategies in brief ------------------------------------------------------------------------------ *)

let is_free p place = p.stone place = None

let can_take p place =
  is_free p place
  &&
  match place with
  | Point _ -> true
  | Midpoint (c, r) -> List.for_all (is_free p) [ Point (c, r); Point (S c, r); Point (c, S r); Point (S c, S r) ]

let connects b near p player = connection b.w b.h near p player = Some true
let legal places p = List.filter (can_take p) places

(* The moves by which the player to move connects at once. *)
let connecting b near places p =
  List.filter (fun place -> connects b near (after b p place) p.turn) (legal places p)

(* A move of the player to move after which no reply connects, but that player connects after every reply. With
   fewer than two threats to connect, some reply leaves none. *)
let fork b near places p =
  let is_fork place =
    let q = after b p place in
    let answered reply =
      let next = after b q reply in
      connects b near next q.turn || connecting b near places next = []
    in
    List.compare_length_with (connecting b near places { q with turn = p.turn }) 1 > 0
    && not (List.exists answered (legal places q))
  in
  List.find_opt is_fork (legal places p)

(* All entries that the strategy of [owner] needs, ranked by the longest play after them. Where play returns, as it
   may only in a draw, ranks mean nothing. *)
let whole b places start owner is_win listed =
  let places = Array.to_list places and near = near_table b.w b.h in
  let moves = Hashtbl.create 1024 and ranks = Hashtbl.create 1024 and all = ref [] in
  List.iter (fun (p, move) -> Hashtbl.replace moves (print_position b p) move) listed;
  let move_in p key =
    match (Hashtbl.find_opt moves key, lazy (connecting b near places p), lazy (fork b near places p)) with
    | Some move, _, _ | None, (lazy (move :: _)), _ | None, _, (lazy (Some move)) -> move
    | _ -> refuse "missing entry %S" key
  in
  let rec rank p =
    let key = print_position b p in
    match Hashtbl.find_opt ranks key with
    | Some None -> if is_win then refuse "play repeats %S" key else 0
    | Some (Some rank) -> rank
    | None ->
        Hashtbl.replace ranks key None;
        let move = move_in p key in
        if not (List.mem move (legal places p)) then refuse "the move in %S is not legal" key;
        let longest = 1 + longest (after b p move) in
        Hashtbl.replace ranks key (Some longest);
        all := (p, move, longest) :: !all;
        longest
  (* Positions after a move of the owner. *)
  and longest q =
    if connects b near q owner then 0
    else
      let ranked reply =
        let next = after b q reply in
        if connects b near next q.turn then refuse "the opponent connects in %S" (print_position b q);
        1 + rank next
      in
      List.fold_left (fun most reply -> max most (ranked reply)) 0 (legal places q)
  in
  if not (connects b near start (if start.turn = V then H else V)) then
    ignore (if start.turn = owner then rank start else longest start);
  !all

(* The moves of a strategy, one after the other: [next p legal reply answer] is the move in [p], which [reply]
   reached; [answer] was the answer to the reply before it. *)
type moves = { has_more : unit -> bool; next : position -> place list -> place option -> place option -> place }

let guessed_moves b places blocks =
  let model = Guesses.model b places and left = ref blocks and now = ref None in
  let rec next p legal reply answer =
    match (!now, !left) with
    | Some (answers, count), _ ->
        let move = Guesses.next model answers p legal reply answer in
        if count = 1 then Guesses.check_end answers;
        now := if count = 1 then None else Some (answers, count - 1);
        move
    | None, (bytes, count) :: blocks when count > 0 ->
        now := Some (Guesses.answers bytes, count);
        left := blocks;
        next p legal reply answer
    | None, _ -> refuse "a block without moves"
  in
  { has_more = (fun () -> !now <> None || !left <> []); next }

(* The positions in which the walk asks for these moves, with the moves. *)
let walked b places start owner moves =
  let places = Array.to_list places and near = near_table b.w b.h in
  let seen = Hashtbl.create 1024 and listed = ref [] in
  (* The move in [p], if one is asked for. *)
  let rec arrive p reply before =
    let key = print_position b p in
    if Hashtbl.mem seen key then None
    else (
      Hashtbl.add seen key ();
      if connecting b near places p <> [] || fork b near places p <> None then None
      else (
        if not (moves.has_more ()) then refuse "no move is left for %S" key;
        let move = moves.next p (legal places p) reply before in
        if not (can_take p move) then refuse "the move in %S is not legal" key;
        listed := (p, move) :: !listed;
        answer (after b p move);
        Some move))
  (* Positions after a move of the owner. *)
  and answer q =
    let after_reply before reply =
      let next = after b q reply in
      if connects b near next q.turn then refuse "the opponent connects in %S" (print_position b q);
      match arrive next (Some reply) before with None -> before | move -> move
    in
    ignore (List.fold_left after_reply None (legal places q))
  in
  if not (connects b near start (if start.turn = V then H else V)) then
    if start.turn = owner then ignore (arrive start None None) else answer start;
  if moves.has_more () then refuse "moves are left over";
  !listed

let read text =
  if String.length text < header then refuse "a cut-off header";
  (match text.[7] with
  | '4' -> ()
  | '1' .. '3' as version -> refuse "format version %c is no longer read; onyx before 1.0 reads it" version
  | _ -> refuse "not a compact certificate of a known version");
  let b = board (u32 text 8) (u32 text 12) in
  let places = numbered b in
  let words = (Array.length places + 63) / 64 in
  let turn = match text.[17] with 'V' -> V | 'H' -> H | _ -> refuse "no side to move" in
  if String.length text < header + (16 * words) then refuse "a cut-off position";
  let bit set i = Char.code text.[header + (8 * words * set) + (i / 8)] land (1 lsl (i mod 8)) <> 0 in
  let blocks = blocks text (header + (16 * words)) in
  let claim = text.[16] and position = position_of b places turn bit in
  (* V's blocks come first; the header gives the numbers of V's blocks and of their moves. *)
  let strategy owner blocks moves_at =
    if List.fold_left (fun sum (_, count) -> sum + count) 0 blocks <> u64 text moves_at then
      refuse "another number of moves";
    let moves = guessed_moves b places blocks in
    if claim = 'D' || (claim = 'V') = (owner = V) then
      whole b places position owner (claim <> 'D') (walked b places position owner moves)
    else if moves.has_more () then refuse "moves of a strategy that is not needed"
    else []
  in
  let of_v, of_h = List.partition (fun (i, _) -> i < u32 text 40) (List.mapi (fun i block -> (i, block)) blocks) in
  let v = strategy V (List.map snd of_v) 24 and h = strategy H (List.map snd of_h) 32 in
  { board = b; claim; position; strategies = [ (V, v); (H, h) ] }
