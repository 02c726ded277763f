-- What the program of 0024-alarm-handling.sql kept besides. Never edited once it is released.
insert into alarm (account_id, seq, tracker_id, notice_type, notice_at, latitude, longitude, state, owner_id, owner,
    reason, changed_at) values
  (1, 1, 1, 'SOS', '2026-06-01 04:00+00', 36.1, 120.4, 'resolved', 1, '值班员', 'handled', '2026-06-01 04:10+00'),
  (1, 4, null, 'OFFLINE', '2026-06-01 05:00+00', null, null, 'open', null, '', null, '2026-06-01 05:10+00');
insert into alarm_step (account_id, seq, at, user_id, login, step, reason, comment) values
  (1, 1, '2026-06-01 04:02+00', 1, '值班员', 'acknowledge', null, ''),
  (1, 1, '2026-06-01 04:10+00', 1, '值班员', 'resolve', 'handled', '已联系船长');
