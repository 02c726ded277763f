-- What the program of 0056-screens.sql kept besides. Never edited once it is released.
insert into screen (account_id, user_id, kind, name, boxes, settings, edited_at)
select account_id, user_id, 'dashboard', '', '[{"boxId": 1, "kind": "figures", "title": "", "groupId": null, "x": 0, "y": 0,
  "width": 24, "height": 2, "options": {"figures": ["devices"], "ranking": "mileage", "rankingDays": 1, "trend": "mileage",
  "trendDays": 7, "fleetBy": "status", "text": ""}}]', '{}', now()
from app_user order by user_id limit 1;
insert into screen (account_id, user_id, kind, name, boxes, settings, edited_at)
select account_id, null, 'visual', 'Control room', '[{"boxId": 1, "kind": "map", "title": "", "groupId": null, "x": 0, "y": 0,
  "width": 24, "height": 12, "options": {"figures": ["devices"], "ranking": "mileage", "rankingDays": 1, "trend": "mileage",
  "trendDays": 7, "fleetBy": "status", "text": ""}}]',
  '{"theme": "dark", "nightFrom": 1320, "nightTo": 360, "tour": false}', now()
from account order by account_id limit 1;
insert into share_link (account_id, user_id, name, code_hash, back_minutes, created_at, expires_at, screen_id, hides_names)
select screen.account_id, (select user_id from app_user where app_user.account_id = screen.account_id limit 1), 'Lobby',
  '\x0056'::bytea, 0, now(), now() + interval '1 day', screen_id, true
from screen where kind = 'visual' limit 1;
