(** * The basis of the checker of whole-board tables: local conditions imply the values

    A table says of every position who wins, and in at most how many plies, or that nobody wins. If
    each entry agrees with the entries of its successors, then all entries are true. *)
From Coq Require Import Arith List Bool Lia.
From Onyx Require Import Statement Basics.

Section Values.
Variables w h : nat.

(** The positions in the table, and what it says about them. *)
Variable P : position -> Prop.
Variable said : position -> option (player * nat).
Hypothesis closed : forall p m, P p -> legal w h p m -> P (play w h p m).

(** If the table says that X wins a position, then X is connected; or X is to move, and a move leads
    to a win of X in fewer plies; or the opponent is to move, and all moves lead to such wins. *)
Hypothesis said_win : forall p X d, P p -> said p = Some (X, d) ->
  connected w h p X \/
  (turn p = X /\ exists m d', legal w h p m /\ said (play w h p m) = Some (X, d') /\ d' < d) \/
  (turn p = other X /\ (exists m, legal w h p m) /\
   forall m, legal w h p m -> exists d', said (play w h p m) = Some (X, d') /\ d' < d).

(** The table says that the connected player, and nobody else, wins a finished position. *)
Hypothesis said_finished : forall p X, P p -> connected w h p X -> exists d, said p = Some (X, d).

(** If the table says that nobody wins, then no move wins, and some move leads to another draw. *)
Hypothesis said_draw : forall p, P p -> said p = None ->
  (forall m d, legal w h p m -> said (play w h p m) <> Some (turn p, d)) /\
  (exists m, legal w h p m /\ said (play w h p m) = None).

Lemma said_wins p X d : P p -> said p = Some (X, d) -> wins w h X p.
Proof.
  revert p. induction d as [d IH] using lt_wf_ind. intros p I S.
  destruct (said_win p X d I S) as [C | [(T & m & d' & L & S' & D) | (T & E & A)]].
  - now apply won.
  - apply some_move with m; auto. apply IH with d'; auto.
  - apply every_move; auto. intros m L. destruct (A m L) as (d' & S' & D).
    apply IH with d'; auto.
Qed.

Lemma wins_said p X : wins w h X p -> P p -> exists d, said p = Some (X, d).
Proof.
  intros W. induction W as [p C | p m T L W IH | p T (m & L) W IH]; intros I.
  - now apply said_finished.
  - destruct (IH (closed p m I L)) as (d & S). destruct L as [A F].
    destruct (said p) as [[Y e] |] eqn:E.
    + destruct (said_win p Y e I E) as [C | [(T' & _) | (T' & _ & N)]].
      * destruct F. destruct Y; [now left | now right].
      * exists e. congruence.
      * destruct (N m (conj A F)) as (d' & S' & _). rewrite S in S'. injection S' as -> <-.
        rewrite T in T'. now destruct Y.
    + destruct (said_draw p I E) as [N _]. destruct (N m d); [now split | now rewrite T].
  - assert (F : ~ finished w h p) by apply L.
    destruct (said p) as [[Y e] |] eqn:E.
    + destruct (said_win p Y e I E) as [C | [(T' & m' & d' & L' & S' & _) | (T' & _)]].
      * destruct F. destruct Y; [now left | now right].
      * destruct (IH m' L' (closed p m' I L')) as (d & S). rewrite S in S'. injection S' as <- _.
        rewrite T in T'. now destruct X.
      * exists e. rewrite T in T'. now destruct X, Y.
    + destruct (said_draw p I E) as (_ & m' & L' & S').
      destruct (IH m' L' (closed p m' I L')) as (d & S). congruence.
Qed.

(** So the table is right, including its draws: if every position has a winner, none is a draw. *)
Theorem table_values p : P p ->
  (forall X, wins w h X p <-> exists d, said p = Some (X, d)) /\ (draw w h p <-> said p = None).
Proof.
  intros I.
  assert (G : forall X, wins w h X p <-> exists d, said p = Some (X, d)).
  { intros X. split; [intros W; now apply wins_said | intros (d & S); now apply said_wins with d]. }
  split; auto. unfold draw. rewrite !G. split.
  - intros [NV NH]. destruct (said p) as [[[|] d] |]; auto; [destruct NV | destruct NH]; eauto.
  - intros ->. split; intros (d & S); discriminate.
Qed.

End Values.
