(* A reader of JSON, as strict as the standard, for what certificates need. *)

type t = Object of (string * t) list | Array of t list | Text of string | Number of string | Word of string

exception Bad of string

let deepest = 1000

let parse text =
  let n = String.length text in
  let bad at what = raise (Bad (Printf.sprintf "not JSON: %s at byte %d" what at)) in
  let rec blank i =
    if i < n && (match text.[i] with ' ' | '\t' | '\n' | '\r' -> true | _ -> false) then blank (i + 1) else i
  in
  let expect c i = if i < n && text.[i] = c then i + 1 else bad i (Printf.sprintf "no '%c'" c) in
  let hex i =
    let digit c =
      match c with
      | '0' .. '9' -> Char.code c - 48
      | 'a' .. 'f' -> Char.code c - 87
      | 'A' .. 'F' -> Char.code c - 55
      | _ -> bad i "no hexadecimal digit"
    in
    if i + 4 > n then bad i "a cut-off escape"
    else List.fold_left (fun sum j -> (16 * sum) + digit text.[i + j]) 0 [ 0; 1; 2; 3 ]
  in
  let rec text_from buffer i =
    if i >= n then bad i "a cut-off text"
    else
      match text.[i] with
      | '"' -> (Buffer.contents buffer, i + 1)
      | '\\' when i + 1 < n && text.[i + 1] = 'u' ->
          let code = hex (i + 2) in
          if Uchar.is_valid code then Buffer.add_utf_8_uchar buffer (Uchar.of_int code)
          else Buffer.add_string buffer "\xef\xbf\xbd";
          text_from buffer (i + 6)
      | '\\' when i + 1 < n -> (
          match String.index_opt "\"\\/bfnrt" text.[i + 1] with
          | Some k ->
              Buffer.add_char buffer "\"\\/\b\012\n\r\t".[k];
              text_from buffer (i + 2)
          | None -> bad i "an unknown escape")
      | c when c < ' ' -> bad i "a control character in a text"
      | c ->
          Buffer.add_char buffer c;
          text_from buffer (i + 1)
  in
  let bare i =
    let rec stop j =
      if j < n && (match text.[j] with '0' .. '9' | 'a' .. 'z' | 'E' | '+' | '-' | '.' -> true | _ -> false)
      then stop (j + 1)
      else j
    in
    let j = stop i in
    match String.sub text i (j - i) with
    | ("true" | "false" | "null") as word -> (Word word, j)
    | "" -> bad i "no value"
    | number when float_of_string_opt number <> None -> (Number number, j)
    | _ -> bad i "no value"
  in
  let rec value depth i =
    if depth > deepest then bad i "nested too deeply"
    else
      let i = blank i in
      if i >= n then bad i "a cut-off file"
      else
        match text.[i] with
        | '{' -> members depth [] (blank (i + 1))
        | '[' -> items depth [] (blank (i + 1))
        | '"' ->
            let s, i = text_from (Buffer.create 64) (i + 1) in
            (Text s, i)
        | _ -> bare i
  and members depth found i =
    if found = [] && i < n && text.[i] = '}' then (Object [], i + 1)
    else
      let name, i = text_from (Buffer.create 64) (expect '"' i) in
      let content, i = value (depth + 1) (expect ':' (blank i)) in
      let found = (name, content) :: found in
      match blank i with
      | i when i < n && text.[i] = ',' -> members depth found (blank (i + 1))
      | i -> (Object (List.rev found), expect '}' i)
  and items depth found i =
    if found = [] && i < n && text.[i] = ']' then (Array [], i + 1)
    else
      let content, i = value (depth + 1) i in
      let found = content :: found in
      match blank i with
      | i when i < n && text.[i] = ',' -> items depth found (i + 1)
      | i -> (Array (List.rev found), expect ']' i)
  in
  let content, i = value 0 0 in
  if blank i < n then bad (blank i) "something after the end" else content
