/** V (Black) moves first and joins bottom and top; H (White) joins left and right. */
export type Player = "V" | "H";
export type Value = "V wins" | "H wins" | "draw";

/** A move with its capture marks, `D4*`; its place; and the stones that it captures. */
export interface Move {
  place: string;
  move: string;
  captured: string[];
}

export interface State {
  /** In canonical form: equal positions have equal texts. */
  position: string;
  /** "12x12": columns, rows. */
  board: string;
  toMove: Player;
  stones: Record<Player, string[]>;
  /** The legal moves; none if the game is over. */
  moves: Move[];
  winner: Player | null;
  /** A shortest chain of the winner from edge to edge. */
  chain: string[];
}

/** The position after a move, and the move. */
export type Played = State & Move;

export interface Game {
  /** The position at the start and after each move. */
  states: [State, ...Played[]];
  /** Whether the players have exchanged their sides after the first move. */
  swapped: boolean;
}

export interface Progress {
  known: number;
  done: number;
  searching: boolean;
  seconds: number;
}

export interface WorkOptions {
  /** Cancels the work: the promise is rejected with the signal's reason. Without a worker, only before the work begins. */
  signal?: AbortSignal;
  /** Called several times a second. */
  onProgress?: (progress: Progress) => void;
}

export interface Limits extends WorkOptions {
  /** Default: 60; Infinity: no limit. */
  seconds?: number;
  /** Memory: 16 to 1536; default: 512. */
  megabytes?: number;
}

/** The object that `onyx solve --json` prints. */
export interface Solution {
  position: string;
  /** "unknown" if a limit was reached. */
  value: Value | "unknown";
  /** The limit that was reached. */
  reason?: string;
  /** Whether the value is proved: always true here. */
  proved?: boolean;
  /** Plies to the win; null for a draw, and if only a bound is known. */
  distance?: number | null;
  distance_at_most?: number;
  best_moves?: string[];
  /** false if there may be best moves that best_moves lacks. */
  best_moves_exact?: boolean;
  engine?: string;
  states: number;
  seconds?: number;
}

export interface Proof {
  value: Value | "unknown";
  /** The certificate, JSON, which check() and the program onyx-check accept; missing if a limit was reached. */
  text?: string;
  reason?: string;
}

export interface ChosenMove {
  move: string;
  value: Value | "unknown";
  /** For a proved win: the plies that it takes at most. */
  distance_at_most: number | null;
}

export interface Verdict {
  accepted: boolean;
  /** The claim and the position, or the reason of the rejection. */
  text: string;
  claim?: Value | "cycle";
  position?: string;
}

/** Positions are texts: "open:12x12", "standard:12x12", or "V2H/1H2/2V1/3V BC12:V H". */
export interface Onyx {
  /** Throws OnyxError, as all functions do, if the position is malformed or illegal. */
  position(position: string): State;
  /** Takes `D4*`, `d4x`, `BC12`, `b1/c2`; capture marks may be missing, but must not be wrong. */
  play(position: string, move: string): Played;
  /** Plays moves, of which the second may be "swap". */
  game(setup: string, moves: string[]): Game;
  solve(position: string, options?: Limits): Promise<Solution>;
  /** The value, with a proof of it. */
  prove(position: string, options?: Limits): Promise<Proof>;
  /** A move by the player of this level, 1 to 5 (default: 3). Equal seeds give equal moves. */
  genmove(position: string, options?: Limits & {level?: number; seed?: number}): Promise<ChosenMove>;
  /** Judges a certificate in JSON, independently of the solver. */
  check(certificate: string | Uint8Array | ArrayBuffer, options?: WorkOptions): Promise<Verdict>;
  /** Ends the worker, the work that it is doing, and work that waits for it. */
  close(): void;
}

export class OnyxError extends Error {}

/** `worker: false`: long work runs in the calling thread, for callers that are workers themselves. */
export function load(options?: {worker?: boolean}): Promise<Onyx>;

export function toAbstractPlay(move: string): string;
export function fromAbstractPlay(move: string): string;
/** ["size-16", "head-start"] is "standard:16x16". */
export function setupOf(variants?: string[]): string;
