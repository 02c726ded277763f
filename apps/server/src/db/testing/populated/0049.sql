-- What the program of 0049-leg-recompute.sql kept besides. Never edited once it is released.
insert into leg_recompute (tracker_id, from_time, to_time, since, marked_at)
select tracker_id, 1790000000000, 1790000060000, now(), now() from tracker order by tracker_id limit 1;
