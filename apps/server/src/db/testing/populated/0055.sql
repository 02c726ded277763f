-- What the program of 0055-overspeeds-and-visits.sql kept besides. Never edited once it is released.
insert into episode (started_at, ended_at, tracker_id, ref, latitude, longitude, end_latitude, end_longitude, kind, metres, data)
select 1795000100000, 1795000160000, tracker_id, 7, 225000000, 1140000000, 226000000, 1141000000, 3, 1200.5,
  '{"limit": 80, "fastest": [96.5, 1795000120000, 22.55, 114.05], "rule": "Motorway", "account": 1, "notice": "sent",
    "noticeTime": 1795000110000, "noticeAt": 1795000111000}'
from tracker order by tracker_id limit 1;
insert into episode (started_at, ended_at, tracker_id, ref, latitude, longitude, end_latitude, end_longitude, kind, metres, data)
select 1795000200000, 1795000260000, tracker_id, 9, null, null, 226000000, 1141000000, 4, null,
  '{"name": "Quay", "group": null, "account": 1, "entry": true, "exit": true, "entryDelay": 12000, "exitDelay": 10000}'
from tracker order by tracker_id limit 1;
