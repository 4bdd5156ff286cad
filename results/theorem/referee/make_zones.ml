(* Turns a winning strategy, from a compact certificate, into zones for Coq (Zones.v):

     make_zones CERTIFICATE.certz [DRAW.cert.json] > NAME.v

   With DRAW, whose game begins where the certificate does, there are also zones for all of the opponent's replies
   along that game. This program need not be trusted: Coq proves what its output says. It walks through play as the
   certificate's format says (solver/certificate/compact_format.md), and finds the fewest facts about a position with
   which the same moves win: for a win at once, the chain; otherwise, the facts that the zones after the replies need,
   and those that keep a reply from capturing in them. A zone that was found serves wherever it fits. *)
open Proved
open Notation

let content path =
  let file = open_in_bin path in
  really_input_string file (in_channel_length file)

let text = content Sys.argv.(1)

(* The moves of a certificate's game, with their marks. *)
let game =
  let part name = function Json.Object list -> List.assoc name list | _ -> refuse "no %s" name in
  if Array.length Sys.argv < 3 then []
  else
    match part "moves" (part "game" (Json.parse (content Sys.argv.(2)))) with
    | Json.Array items -> List.map (function Json.Text name -> move name | _ -> refuse "no move") items
    | _ -> refuse "no moves"

let u32 at = Int32.to_int (String.get_int32_le text at) land 0xffffffff
let b = board (u32 8) (u32 12)
let w = b.width
let h = b.height
let n_points = w * h
let cells = Array.of_list (squares b)
let n = n_points + Array.length cells
let () = if n > 60 then refuse "the board is too large"
let owner = if text.[16] = 'V' then V else H
let () = if text.[16] <> text.[17] then refuse "the winner is not to move"

(* --- Sets of places: points by row from A1, then midpoints by row ------------------------------------- *)

let places =
  Array.init n (fun i ->
      if i < n_points then Point (nat (i mod w), nat (i / w))
      else
        let c, r = cells.(i - n_points) in
        Midpoint (nat c, nat r))

let numbers = Hashtbl.create 64
let () = Array.iteri (fun i place -> Hashtbl.add numbers place i) places
let bit i = 1 lsl i
let all = bit n - 1
let members s = List.filter (fun i -> s land bit i <> 0) (range n)
let set_of places = List.fold_left (fun s i -> s lor bit i) 0 places
let set_where f = set_of (List.filter f (range n))
let rec size s = if s = 0 then 0 else 1 + size (s land (s - 1))
let fold_cells f = Array.iteri (fun k (c, r) ->
  let at x y = (y * w) + x in
  f (n_points + k) [| at c r; at (c + 1) r; at (c + 1) (r + 1); at c (r + 1) |]) cells

(* The corners of a midpoint's square. *)
let under = Array.make n 0
let () = fold_cells (fun k corners -> under.(k) <- set_of (Array.to_list corners))

(* How a stone on a place can capture: the corners of the square from it on, and the midpoint. *)
let takes = Array.make n []
let () =
  fold_cells (fun k corners ->
      for i = 0 to 3 do
        let corner j = corners.((i + j) land 3) in
        takes.(corner 0) <- (corner 1, corner 2, corner 3, k) :: takes.(corner 0)
      done)

let joined = Array.make n 0
let () =
  let join i j =
    joined.(i) <- joined.(i) lor bit j;
    joined.(j) <- joined.(j) lor bit i
  in
  fold_cells (fun k corners -> Array.iter (join k) corners);
  for i = 0 to n_points - 1 do
    let x = i mod w and y = i / w in
    if x + 1 < w then join i (i + 1);
    if y + 1 < h then join i (i + w);
    if x + 1 < w && y + 1 < h && x land 1 = y land 1 then if x land 1 = 0 then join i (i + w + 1) else join (i + w) (i + 1)
  done

let row y = set_where (fun i -> i < n_points && i / w = y)
let column x = set_where (fun i -> i < n_points && i mod w = x)
let rows = (row 0, row (h - 1))
let columns = (column 0, column (w - 1))
let own_edges, other_edges = if owner = V then (rows, columns) else (columns, rows)

let around s =
  let rec go i s sum = if s = 0 then sum else go (i + 1) (s lsr 1) (if s land 1 = 0 then sum else sum lor joined.(i)) in
  go 0 s 0

let chains stones edge =
  let rec grow s fresh =
    let next = around fresh land stones land lnot s in
    if next = 0 then s else grow (s lor next) next
  in
  grow (stones land edge) (stones land edge)

let crosses stones (first, last) = chains stones first land last <> 0

(* --- Positions: the owner's stones, the other's; and play ---------------------------------------------- *)

let legal (own, other) =
  let full = own lor other in
  List.fold_left (fun s i -> if under.(i) land full <> 0 then s land lnot (bit i) else s) (all land lnot full) (range n)

let captured mine theirs m =
  let is_taken (a, o, b, c) =
    (mine lor theirs) land bit c = 0 && mine land bit o <> 0 && theirs land bit a <> 0 && theirs land bit b <> 0
  in
  List.fold_left (fun s ((a, _, b, _) as t) -> if is_taken t then s lor bit a lor bit b else s) 0 takes.(m)

let move (own, other) m = (own lor bit m, other land lnot (captured own other m))
let reply (own, other) m = (own land lnot (captured other own m), other lor bit m)

(* The moves that connect at once. *)
let connecting stones legal (first, last) =
  let from edge = edge lor around (chains stones edge) in
  legal land from first land from last

let threats ((own, _) as p) = connecting own (legal p) own_edges

let fork p =
  let is_fork m =
    let ((_, other) as q) = move p m in
    let t = threats q in
    t land (t - 1) <> 0
    && connecting other (legal q) other_edges = 0
    && List.for_all (fun r -> threats (reply q r) <> 0) (members (legal q))
  in
  List.find_opt is_fork (members (legal p))

let forks = Hashtbl.create 100_000
let fork p =
  match Hashtbl.find_opt forks p with
  | Some found -> found
  | None ->
      let found = fork p in
      Hashtbl.add forks p found;
      found

(* --- The certificate's moves --------------------------------------------------------------------------- *)

let start, blocks =
  let words = (n + 63) / 64 in
  let set k = Int64.to_int (String.get_int64_le text (128 + (8 * words * k))) in
  let rec blocks at =
    if at >= String.length text then []
    else (String.sub text (at + 16) (u32 at), u32 (at + 4)) :: blocks (at + 16 + u32 at)
  in
  ((if owner = V then (set 0, set 1) else (set 1, set 0)), blocks (128 + (16 * words)))

let strategy : (int * int, int) Hashtbl.t = Hashtbl.create 100_000

let () =
  let model = Guesses.model b places and left = ref blocks and now = ref None in
  let rec next p legal reply answer =
    match (!now, !left) with
    | Some (answers, 0), _ ->
        Guesses.check_end answers;
        now := None;
        next p legal reply answer
    | Some (answers, count), _ ->
        now := Some (answers, count - 1);
        Guesses.next model answers p legal reply answer
    | None, (bytes, count) :: blocks ->
        now := Some (Guesses.answers bytes, count);
        left := blocks;
        next p legal reply answer
    | None, [] -> refuse "no move is left"
  in
  let position (own, other) =
    let stone place =
      let i = Hashtbl.find numbers place in
      let mine = own land bit i <> 0 in
      if mine || other land bit i <> 0 then Some (if mine = (owner = V) then V else H) else None
    in
    { turn = owner; stone }
  in
  let seen = Hashtbl.create 100_000 and place i = places.(i) in
  let rec arrive p reply answer =
    if Hashtbl.mem seen p then None
    else (
      Hashtbl.add seen p ();
      if threats p <> 0 || fork p <> None then None
      else
        let moves = List.map place (members (legal p)) in
        let m = Hashtbl.find numbers (next (position p) moves (Option.map place reply) (Option.map place answer)) in
        Hashtbl.replace strategy p m;
        let q = move p m in
        let after answer r = match arrive (reply_to q r) (Some r) answer with None -> answer | m -> m in
        ignore (List.fold_left after None (members (legal q)));
        Some m)
  and reply_to q r = reply q r in
  ignore (arrive start None None)

(* --- Zones ----------------------------------------------------------------------------------------------- *)

(* A zone: the places of the owner's stones, the empty places, the places of the other's stones. With its move: the
   chain that it makes, or the zone that the replies lead to, except for some replies. *)
type zone = { own : int; empty : int; other : int; move : int; chain : int list; next : int; except : (int * int) list }

let none = { own = 0; empty = 0; other = 0; move = 0; chain = []; next = -1; except = [] }
let zones = ref (Array.make 1024 none)
let count = ref 0
let known zone = zone.own lor zone.empty lor zone.other

let fits zone (own, other) =
  zone.own land lnot own = 0 && zone.other land lnot other = 0 && zone.empty land (own lor other) = 0

(* The zone that fits and needs the fewest additional facts. *)
let find k p =
  let best = ref None and least = ref max_int in
  for i = 0 to !count - 1 do
    if fits !zones.(i) p then
      let more = size (known !zones.(i) land lnot k) in
      if more < !least then (
        best := Some i;
        least := more)
  done;
  !best

(* What remains of three sets when the owner of the first one moves; like Zones.after. *)
let after (mine, empty, theirs) m =
  let full = mine lor theirs in
  let may set i = (set lor lnot (full lor empty)) land bit i <> 0 in
  let step ((mine', empty', theirs') as sets) (a, o, b, c) =
    if full land bit c <> 0 || not (may mine o && may theirs a && may theirs b) then sets
    else
      let pair = bit a lor bit b in
      let rest s = s land lnot pair in
      if empty land bit c <> 0 && mine land bit o <> 0 && theirs land pair = pair then (mine', empty' lor pair, rest theirs')
      else (rest mine', rest empty', rest theirs')
  in
  List.fold_left step (mine lor bit m, empty land lnot (bit m), theirs) takes.(m)

let split k (own, other) = (k land own, k land lnot (own lor other), k land other)
let possible (own, _, other) m = (own lor other) land (bit m lor under.(m)) = 0

(* Whether a zone fits after a move of the opponent. *)
let fits_after (own, empty, other) m zone =
  let other, empty, own = after (other, empty, own) m in
  zone.own land lnot own = 0 && zone.empty land lnot empty = 0 && zone.other land lnot other = 0

(* Adds facts to [k] until they settle what a move captures on the places [need]. *)
let settled k need mine theirs m =
  let step k (a, o, b, c) =
    let may set i = (set lor lnot k) land bit i <> 0 in
    let free = lnot (mine lor theirs) in
    if need land (bit a lor bit b) = 0 || not (may free c && may mine o && may theirs a && may theirs b) then k
    else
      match List.find_opt (fun (set, i) -> set land bit i = 0) [ (mine, o); (theirs, a); (theirs, b); (free, c) ] with
      | Some (_, i) -> k lor bit i
      | None -> k lor set_of [ a; o; b; c ]
  in
  List.fold_left step k takes.(m)

(* A path from edge to edge over given places with the fewest places outside [known]: their number, and the path. *)
let path on known (first, last) =
  let cost i = if known land bit i <> 0 then 0 else 1 in
  let best = Array.make n None in
  let rec improve i (length, path) =
    let length = length + cost i in
    match best.(i) with
    | Some (l, _) when l <= length -> ()
    | _ ->
        best.(i) <- Some (length, i :: path);
        List.iter (fun j -> improve j (length, i :: path)) (members (joined.(i) land on))
  in
  List.iter (fun i -> improve i (0, [])) (members (on land first));
  match List.sort compare (List.filter_map (fun i -> best.(i)) (members (on land last))) with
  | (length, path) :: _ -> (length, List.rev path)
  | [] -> refuse "no path"

(* Enters a zone with a move, after which the facts [k] have to be known. *)
let enter ((own, other) as p) m k zone =
  let before = bit m lor under.(m) lor (k land lnot (captured own other m)) in
  let before = settled before k own other m in
  let is_open k = let own, empty, _ = split k p in crosses (all land lnot (own lor empty)) other_edges in
  let before = if is_open before then before lor set_of (snd (path (all land lnot other) before own_edges)) else before in
  let own, empty, other = split before p in
  if !count = Array.length !zones then zones := Array.append !zones !zones;
  !zones.(!count) <- { zone with own; empty; other; move = m };
  incr count;
  !count - 1

let rec prove p =
  match find 0 p with
  | Some i -> i
  | None when threats p <> 0 ->
      let chain m =
        let _, chain = path (fst p lor bit m) 0 own_edges in
        (List.length chain + size under.(m), m, chain)
      in
      let _, m, chain = List.hd (List.sort compare (List.map chain (members (threats p)))) in
      enter p m (set_of chain) { none with chain }
  | None ->
      let m = match Hashtbl.find_opt strategy p with Some m -> m | None -> Option.get (fork p) in
      let k, next, except = answers (move p m) in
      enter p m k { none with next; except }

(* The facts needed for the replies in [q], and the zones that the replies lead to. *)
and answers ((own, other) as q) =
  let zone i = !zones.(i) in
  let is_known = find 0 q <> None || threats q <> 0 || fork q <> None || Hashtbl.mem strategy q in
  let used = ref (if is_known then [ prove q ] else []) in
  let leads = Array.make n (-1) in
  let lead r =
    let p = reply q r in
    let least () = find (List.fold_left (fun k i -> k lor known (zone i)) 0 !used) p in
    leads.(r) <-
      (match List.find_opt (fun i -> fits (zone i) p) (List.rev !used) with
      | Some i -> i
      | None ->
          let i = match least () with Some i -> i | None -> prove p in
          used := i :: !used;
          i)
  in
  let replies = members (legal q) in
  List.iter lead replies;
  let used = List.rev !used in
  let next = Option.value (List.find_opt (fun i -> fits (zone i) q) used) ~default:(List.hd used) in
  List.iter (fun r -> if fits (zone next) (reply q r) then leads.(r) <- next) replies;
  let needed k r = k lor (known (zone leads.(r)) land lnot (bit r lor captured other own r)) in
  let rec widen k =
    let sets = split k q in
    let step k m =
      let led i = fits_after sets m (zone i) in
      if not (possible sets m) || led next || List.exists led (if leads.(m) >= 0 then [ leads.(m) ] else used) then k
      else if leads.(m) >= 0 then settled k (known (zone leads.(m))) other own m
      else
        let stones = (bit m lor under.(m)) land (own lor other) in
        k lor (stones land -stones)
    in
    let more = List.fold_left step k (range n) in
    if more = k then k else widen more
  in
  let k = widen (List.fold_left needed 0 replies) in
  let free = legal q land (bit n_points - 1) in
  let k = if k land free = 0 then k lor (free land -free) else k in
  let sets = split k q in
  let exception_to m =
    let led i = fits_after sets m (zone i) in
    if (not (possible sets m)) || led next then None
    else Some (m, List.find led (if leads.(m) >= 0 then leads.(m) :: used else used))
  in
  (k, next, List.filter_map exception_to (range n))

(* The zones of the replies along a game; its last move is not the strategy's. *)
let rec along p game =
  match game with
  | m :: r :: game ->
      let q = move p m in
      let roots = List.map (fun r -> prove (reply q r)) (members (legal q)) in
      roots @ along (reply q r) game
  | _ -> []

(* --- Output, as bits that Zones.v reads, four to a digit ------------------------------------------- *)

let () =
  let root = prove start in
  let roots = along start (List.map (Hashtbl.find numbers) game) in
  let is_used = Array.make !count false in
  let rec mark i =
    if i >= 0 && not is_used.(i) then (
      is_used.(i) <- true;
      mark !zones.(i).next;
      List.iter (fun (_, j) -> mark j) !zones.(i).except)
  in
  List.iter mark (root :: roots);
  let numbers = Array.make !count 0 and entries = ref 0 in
  Array.iteri (fun i used -> if used then (incr entries; numbers.(i) <- !entries)) is_used;
  if !entries >= 1 lsl 17 then refuse "too many zones";
  let bits = Buffer.create 1000 in
  let put text = Buffer.add_string bits text in
  let number size k = for i = size - 1 downto 0 do put (if k land bit i <> 0 then "1" else "0") done in
  let place i = number 7 (1 + if i < n_points then i else let c, r = cells.(i - n_points) in n_points + (w * r) + c) in
  let by_column =
    let key i = if i < n_points then (i mod w, i / w, 0) else let c, r = cells.(i - n_points) in (c, r, 1) in
    List.sort (fun i j -> compare (key i) (key j)) (range n)
  in
  let v zone = if owner = V then zone.own else zone.other in
  let write zone =
    Buffer.clear bits;
    List.iter (fun i ->
        put (if zone.empty land bit i <> 0 then "10" else if known zone land bit i = 0 then "0"
             else if v zone land bit i <> 0 then "110" else "111")) by_column;
    place zone.move;
    if zone.chain <> [] then (
      put "1";
      List.iter (fun i -> put "1"; place i) zone.chain)
    else (
      put "0";
      number 17 numbers.(zone.next);
      List.iter (fun (i, j) -> put "1"; place i; number 17 numbers.(j)) zone.except);
    put "0";
    while Buffer.length bits mod 4 > 0 do put "0" done;
    String.concat "" (List.map (fun i -> Printf.sprintf "%x" (int_of_string ("0b" ^ Buffer.sub bits (4 * i) 4)))
      (range (Buffer.length bits / 4)))
  in
  print_string "(* Made by make_zones.ml. *)\nFrom Coq Require Import List PArith Number.\nImport ListNotations.\nOpen Scope hex_uint_scope.\n";
  let chunk = ref 0 and line = ref 0 in
  Array.iteri (fun i used -> if used then begin
    if !line mod 500 = 0 then (
      if !line > 0 then print_string "].\n";
      Printf.printf "Definition part%d : list Number.uint := [\n" !chunk; incr chunk)
    else print_string ";\n";
    incr line;
    print_string ("0x1" ^ write !zones.(i)) end) is_used;
  Printf.printf "].\nDefinition zones := %s.\n" (String.concat " ++ " (List.map (Printf.sprintf "part%d") (range !chunk)));
  Printf.printf "Definition last := %d%%positive.\n" numbers.(root);
  Printf.eprintf "%d zones\n" !entries
