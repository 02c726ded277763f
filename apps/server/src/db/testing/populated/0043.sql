-- What the program of 0043-legs.sql kept besides. Never edited once it is released.
insert into leg (account_id, plane_id, tracker_id, started_at, ended_at, found, changed_at)
select 1, min(plane_id), min(tracker_id), 1795435200000, 1795438800000,
  '{"startedAt": 1795435200000, "beganBefore": false, "touchAndGos": 2, "goArounds": 0, "distance": 84210.5,
    "fixes": 3600, "lost": false}', '2026-11-23T13:00:05Z'
from plane;
