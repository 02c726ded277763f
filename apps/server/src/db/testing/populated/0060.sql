-- What the program of 0060-alarm-events.sql kept besides. Never edited once it is released.
insert into alarm (account_id, seq, tracker_id, notice_type, notice_at, latitude, longitude, state, owner_id, owner, reason,
    changed_at, event_time, event_kind, event_ref) values
  (1, 9, 1, 'SOS', '2026-11-20 04:00+00', 36.1, 120.4, 'acknowledged', 1, '值班员', null, '2026-11-20 04:10+00',
    1795147200000, 2, 0);
