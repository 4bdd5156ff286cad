(** * V wins the standard setup of 6 x 6, the game called Mini-Onyx *)
From Coq Require Import List.
From Onyx Require Import Statement Zones.
From Onyx Require ZonesStandard6x6.
Import ListNotations.

Theorem mini_onyx : wins 6 6 V (standard 6).
Proof.
  apply (check_zones_ok 6 6 V (entries_of 6 6 ZonesStandard6x6.zones)
    [(standard 6, ZonesStandard6x6.last)]) with ZonesStandard6x6.last; [| now left].
  vm_cast_no_check (eq_refl true).
Qed.
