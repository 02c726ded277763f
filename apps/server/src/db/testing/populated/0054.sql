-- What the program of 0054-activities.sql kept besides. Never edited once it is released.
create table episode_2968 (like episode including defaults including constraints including indexes);
alter table episode attach partition episode_2968 for values from (1794787200000) to (1795392000000);
insert into episode (started_at, ended_at, tracker_id, latitude, longitude, end_latitude, end_longitude, kind, metres,
  ignition, data)
select 1795000000000, 1795000600000, tracker_id, 225000000, 1140000000, 226000000, 1141000000, 0, 14950.5, 600000,
  '{"fastest": [61.5, 1795000300000, 22.55, 114.05]}'
from tracker order by tracker_id limit 1;
insert into device_day (tracker_id, day, trip_time, stop_time, gap_time, offline_time, ignition, idle, first_fix, last_fix, trip_metres,
  other_metres, trips, stops, max_speed, max_time, max_latitude, max_longitude, alarms, overspeeds, entries, exits)
select tracker_id, 20775, 600000, 1200000, 3600000, 1800000, 900000, 300000, 1795000000000, 1795005400000, 14950.5, 12.5, 1, 2,
  61.5, 1795000300000, 225500000, 1140500000, 3, 1, 2, 2
from tracker order by tracker_id limit 1;
insert into day_recompute (tracker_id, from_time, to_time, since, marked_at)
select tracker_id, 1795000000000, 1795000060000, now(), now() from tracker order by tracker_id limit 1
on conflict do nothing;
insert into task (account_id, user_id, kind, subject, state, progress, total, created_at, workload, round) values
  (1, 1, 'exportOperaOverview', '{"userId": 1, "filter": {"startDay": "2026-05-30", "endDay": "2026-05-31", "groupIds": [],
    "trackerIds": [], "keywords": "", "by": "device"}, "order": {"sort": "name", "direction": "ascending"}, "format": "xlsx",
    "language": "en_US", "timeZone": "UTC"}', 'waiting', 0, 2, '2026-06-01 08:00+00', 'small', 9);
