-- What the program of 0040-altitude-kind.sql kept besides. Never edited once it is released.
update tracker_state set altitude_kind = 3;
