-- What the program of 0041-planes.sql kept besides. Never edited once it is released.
insert into plane
  (account_id, tail_number, hex_address, kind, model, layout, group_id, icon, tracker_id, thresholds, note, created_at,
   changed_at)
select 1, 'B-70XT', '780a1b', 5, 'H135', '6 seats', null, 'helicopter', min(tracker_id), '{"takeoffSpeed": 30}',
  'rescue', '2026-11-23T12:00:00Z', '2026-11-23T12:00:00Z'
from tracker where account_id = 1;
insert into landing_place (account_id, name, code, latitude, longitude, elevation, radius, note)
values (1, 'Hospital', 'HOSP', 25.27, 110.29, 152, 300, 'roof');
