-- What the program of 0023-events.sql kept besides. Never edited once it is released.
create table event_2968 (like event including defaults including constraints including indexes);
alter table event attach partition event_2968 for values from (1794787200000) to (1795392000000);
insert into event (time, since, tracker_id, ref, latitude, longitude, kind, data)
select time, since, (select min(tracker_id) from tracker where account_id = 1), ref, 360671234, 1203829876, kind, data
from (values
  (1795000000000, 1794999000000, 7, 1, '{"name": "青岛港", "group": null, "account": 1}'::jsonb),
  (1795000060000, null, 6, 2, null)) as event (time, since, ref, kind, data);
