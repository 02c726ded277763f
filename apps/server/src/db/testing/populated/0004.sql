-- What the program of 0004-replay.sql kept besides. Never edited once it is released.
update task set state = 'failed', failure = 'export-empty' where task_id = 1;
insert into share_link (account_id, user_id, name, code_hash, back_minutes, created_at, expires_at, replay_start, replay_end) values
  (1, 1, 'Yesterday', '\x13', 0, '2026-06-01 08:00+00', '2026-09-01 08:00+00', 1780214400000, 1780300800000);
insert into stored_file values
  ('BBBBBBBBBBBBBBBBBBBBBB', 1, 'upload', 1, 'application/gpx+xml', 'ferry.gpx', 5, '\x14', '2026-06-01 08:00+00', '2026-06-02 08:00+00');
