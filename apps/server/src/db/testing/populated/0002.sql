-- What the program of 0002-people.sql kept besides. Never edited once it is released.
update account set dealer_id = 2, sign_secret = '\x00ff', ground_support_url = 'https://support.example/' where account_id = 1;
update app_user set note_name = 'Captain', phone = '13800138000', all_groups = false, created_by = 1, totp_secret = '\x0a', totp_last_step = 59000000, update_read_to = 1 where user_id = 2;
insert into user_group values (2, 1);
insert into recovery_code values (2, '\x0b');
insert into api_token (user_id, name, token_hash, permission, roles, created_at, expires_at) values
  (1, 'report', '\x0c', 'viewer', '{eob_plugin_loc_monitor}', '2026-06-01 08:00+00', '2027-06-01 08:00+00');
insert into sms_code (phone, type, code_hash, address, created_at, tries) values ('13800138000', 1, '\x0d', '192.0.2.1', '2026-06-01 08:00+00', 1);
insert into reset_ticket values ('\x0e', 2, '2026-06-01 08:10+00');
insert into used_sign values ('0f', '2026-06-01 08:05+00');
insert into outbox_message (recipient, text, created_at) values ('13800138000', '【定位服务平台】您的登录验证码是402713', '2026-06-01 08:00+00');
insert into server_setting values ('registration', '{"open": false}');
insert into activation_code (code_hash, beginning, roles, days, note) values ('\x10', 'ABCD', '{eob_plugin_task}', 365, 'for Ada');
insert into update_entry (title_zh, html_zh, title_en, html_en, created_at) values ('新功能', '<p>回放</p>', 'New', '<p>Replay</p>', '2026-06-01 08:00+00');
insert into extension_panel (account_id, name, address, sort, display) values (1, '潮汐', 'https://tides.example/', 1, 'SHOW');
insert into audit_entry (account_id, at, user_id, login, action, target, address, before, after, via) values
  (1, '2026-06-01 08:00+00', 1, 'ada', 'editTracker', 'Buoy 2', '192.0.2.1', '{"trackerName": "Buoy"}', '{"trackerName": "Buoy 2"}', 'session');
insert into stored_file values
  ('AAAAAAAAAAAAAAAAAAAAAA', 1, 'picture', null, 'image/png', 'logo.png', 3, '\x11', '2026-06-01 08:00+00', null);
insert into task (account_id, user_id, kind, subject, state, progress, total, file_id, created_at) values
  (1, 1, 'exportAuditLog', '{"name": "audit"}', 'done', 100, 7, 'AAAAAAAAAAAAAAAAAAAAAA', '2026-06-01 08:00+00'),
  (1, 1, 'eraseTrack', '{"trackerId": 77, "name": "Sea Gull"}', 'waiting', 0, 1, null, '2026-06-01 08:01+00');
