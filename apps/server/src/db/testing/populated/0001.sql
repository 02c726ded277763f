-- A small harbour as the program of 0001-foundation.sql kept it: at least a row in each table. Never edited once it is released.
insert into account (name, time_zone, device_password, operator, link_code, branding) values
  ('青岛港 Harbour', 'Asia/Shanghai', '123456', false, 'pier', '{"sysName": "Harbour"}'),
  ('Operator', 'UTC', '654321', true, null, '{}');
insert into app_user (account_id, login, password_hash, permission, roles, plugins_order, config, read_to) values
  (1, 'ada', '$argon2id$not-a-real-one', 'holder', '{eob_plugin_loc_monitor,eob_plugin_auth_mg}', '{eob_plugin_auth_mg}', '{"lang": "en_US"}', 1),
  (1, '船长', '$argon2id$neither', 'viewer', '{eob_plugin_loc_monitor}', '{}', '{}', 0);
insert into session values ('\x01', 1, '2026-06-01 08:00+00', '2026-06-01 09:00+00', '2026-07-01 08:00+00', '192.0.2.1', 'Firefox');
insert into login_failure values ('192.0.2.7', '2026-06-01 08:00+00');
insert into tracker_group (account_id, name) values (1, '渡轮 Ferries'), (1, 'Buoys');
insert into tracker (account_id, group_id, name, label, imei, model, password, note, valid_until) values
  (1, 1, '轮渡 海鸥', 'F1', '013900180101', 'JT-900', '123456', E'two\nlines, a tab\tand a \\', '2027-01-01 00:00+00'),
  (1, null, 'Buoy 2', '', '868120100000019', 'GT06N', '123456', '', null);
insert into tracker_state (tracker_id, account_id, version, fix_time, latitude, longitude, altitude, speed, course, battery, mileage, comm_time, status, memory)
  values (1, 1, 3, 1780300800000, 36.0751234, 120.2901234, 1.5, 22.4, 271, 88, 1234.5, 1780300801000, 'move', '{"stay": null}');
create table position_2944 partition of position for values from (1780272000000) to (1780876800000);
insert into position values
  (1780300799000, 1, 360751000, 1202902000, '\x0001'),
  (1780300800000, 1, 360751234, 1202901234, '\x000102ff');
insert into removed_tracker values (77);
insert into account_log_head values (1, 2);
insert into account_log values
  (1, 1, 'notice', 1, '2026-06-01 08:00+00', '{"type": "SOS", "time": 1780300800000}'),
  (1, 2, 'notice', 2, '2026-06-01 08:01+00', '{"type": "LOW_BATTERY", "time": 1780300860000}');
insert into notice_read values (1, 2);
insert into rejected_report (received_at, protocol, device_id, reason, raw) values
  ('2026-06-01 08:00+00', 'gt06', '868120100000019', 'future', '\x7878');
insert into unregistered_device values
  ('13912345678', 'jt808', '2026-06-01 08:00+00', '2026-06-01 08:05+00', '192.0.2.9', 5000000000);
insert into server_secret values ('codes', '\x00112233');
