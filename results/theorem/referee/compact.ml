(* Compact certificates (solver/certificate/compact_format.h): entries with ranks, packed. Their sums are not
   looked at; what is read wrongly is refused by the checkers. *)
open Proved
open Notation

type strategy = (position * place * int) list

type t = { board : board; claim : char; position : position; strategies : (player * strategy) list }

let magic = "OnyxCtz1"
let header = 128
let head = 16

let u16 text at = String.get_uint16_le text at
let u32 text at = Int32.to_int (String.get_int32_le text at) land 0xffffffff
let u64 text at = Int64.to_int (String.get_int64_le text at)

(* The places by their numbers: points by row from A1, then midpoints by row. *)
let numbered b =
  let points = List.concat_map (fun y -> List.map (fun x -> Point (nat x, nat y)) (range b.width)) (range b.height) in
  Array.of_list (points @ List.map (fun (c, r) -> Midpoint (nat c, nat r)) (squares b))

(* The position of two sets, whose bits [bit set i] tells. *)
let position_of b places turn bit =
  let stones = Hashtbl.create 64 in
  Array.iteri
    (fun i place -> if bit 0 i then Hashtbl.add stones place V else if bit 1 i then Hashtbl.add stones place H)
    places;
  memo b.w b.h { turn; stone = Hashtbl.find_opt stones }

(* What zstd makes of the bytes: frames one after the other give their contents one after the other. *)
let unpacked frames =
  let file = Filename.temp_file "onyx" ".zst" in
  Fun.protect
    ~finally:(fun () -> Sys.remove file)
    (fun () ->
      let out = open_out_bin file in
      output_string out frames;
      close_out out;
      let zstd = Unix.open_process_in ("zstd -dcq " ^ Filename.quote file) in
      let buffer = Buffer.create (1 lsl 20) in
      (try
         while true do
           Buffer.add_channel buffer zstd 1
         done
       with End_of_file -> ());
      if Unix.close_process_in zstd <> Unix.WEXITED 0 then refuse "zstd is not there, or cannot unpack the blocks";
      Buffer.contents buffer)

(* Of each block: its frame, and the number of its entries. *)
let rec blocks text at =
  if at = String.length text then []
  else if at + head > String.length text then refuse "a cut-off block"
  else
    let size = u32 text at in
    if at + head + size > String.length text then refuse "a cut-off block"
    else (String.sub text (at + head) size, u32 text (at + 4)) :: blocks text (at + head + size)

let entry b places owner raw start count i =
  let words = (Array.length places + 63) / 64 in
  let byte j = Char.code raw.[start + (j * count) + i] in
  let bit set place = byte ((8 * words * (set + 1)) - 1 - (place / 8)) land (1 lsl (place mod 8)) <> 0 in
  let number at = byte at + (256 * byte (at + 1)) in
  let move = number (16 * words) in
  if move >= Array.length places then refuse "a move to no place";
  (position_of b places owner bit, places.(move), number ((16 * words) + 2))

let read text =
  if String.length text < header then refuse "a cut-off header";
  let b = board (u32 text 8) (u32 text 12) in
  let places = numbered b in
  let words = (Array.length places + 63) / 64 in
  let width = (16 * words) + 4 in
  let turn = match text.[17] with 'V' -> V | 'H' -> H | _ -> refuse "no side to move" in
  if String.length text < header + (16 * words) then refuse "a cut-off position";
  let bit set i = Char.code text.[header + (8 * words * set) + (i / 8)] land (1 lsl (i mod 8)) <> 0 in
  let blocks = blocks text (header + (16 * words)) in
  let raw = unpacked (String.concat "" (List.map fst blocks)) in
  if String.length raw <> width * List.fold_left (fun sum (_, count) -> sum + count) 0 blocks then
    refuse "blocks of another length";
  let of_v = u32 text 40 in
  let _, _, v, h =
    List.fold_left
      (fun (i, start, v, h) (_, count) ->
        let owner = if i < of_v then V else H in
        let add list = List.rev_append (List.rev_map (entry b places owner raw start count) (range count)) list in
        if owner = V then (i + 1, start + (width * count), add v, h) else (i + 1, start + (width * count), v, add h))
      (0, 0, [], []) blocks
  in
  if List.length v <> u64 text 24 || List.length h <> u64 text 32 then refuse "another number of entries";
  { board = b; claim = text.[16]; position = position_of b places turn bit; strategies = [ (V, v); (H, h) ] }
