-- What the program of 0033-satellite-receiving.sql kept besides. Never edited once it is released.
insert into satellite_message
  (account_id, communication_account_id, card_number, network, type, sender, receiver, content, urgent, state, reason,
   cost_units, user_id, request_key, created_at, changed_at, expires_at, raw, received_by, received_key, reply_token,
   written_at, latitude, longitude, altitude, speed, course, place_at, estimate_latitude, estimate_longitude,
   estimate_radius, position_state, reply_due_at)
select 1, communication_account_id, card_number, network, 'terminal-to-email', card_number, 'duty@harbour.example',
  'In port', false, 'delivered', null, 0, null, null, '2026-11-23T13:00:00Z', '2026-11-23T13:00:05Z',
  '2026-11-28T13:00:00Z', '\x496e20706f7274', 'iridium-email', 'iridium 300234063904190-cdr-1', 'a1b2c3d4e5f60718293a4b5c',
  '2026-11-23T12:59:50Z', 22.25, 113.5, 3, 12.5, 270, '2026-11-23T12:59:50Z', 22.3, 113.4, 7, 'stored', null
from communication_account where network = 'iridium';
insert into satellite_part
  (message_id, number, gateway, lane, receiver, urgent, pause, content, state, reason, attempts, next_at, provider_id)
select message_id, 1, 'email', 'email duty@harbour.example', 'duty@harbour.example', false, null, 'In port', 'delivered',
  null, 1, null, '<satellite.2@harbour.example>'
from satellite_message where type = 'terminal-to-email';
insert into satellite_lane (lane, not_before) values ('beidou-machine', '2026-11-23T13:01:00Z');
insert into satellite_contact (account_id, number, name, kind, address, created_at, written_at)
values (1, 7, 'Duty desk', 'email', 'duty@harbour.example', '2026-11-23T12:00:00Z', null),
  (1, null, 'Lin', 'wechat', 'oAbc', '2026-11-23T12:00:00Z', '2026-11-23T12:30:00Z');
insert into satellite_setting (account_id, convention, monthly_quota)
values (1, '{"cardPrefix": "#", "wechatWords": ["wx"], "weiboWords": ["wb"], "weatherWords": ["tq"]}', 1000);
insert into satellite_template (account_id, name, content, created_at)
values (1, 'Position', 'Position?', '2026-11-23T12:00:00Z');
insert into satellite_bind_code (code, account_id, user_id, expires_at)
select '482913', 1, min(user_id), '2026-11-23T12:15:00Z' from app_user where account_id = 1;
insert into satellite_seen (user_id, seen_at)
select min(user_id), '2026-11-23T13:00:00Z' from app_user where account_id = 1;
insert into satellite_machine (name, card_number, broadcast, kind, frequency, level, subordinates, state, detail, changed_at)
values ('beidou-machine', '4205001', '8000001', 0, 60, 3, '{4207733}', 'connected', '', '2026-11-23T13:00:00Z');
