-- What the program of 0070-event-video.sql stores besides. Never edited once it is released.
insert into stored_file (file_id, account_id, kind, user_id, media_type, name, bytes, sha256, created_at, expires_at)
select 'f0000000000000000000000000000070', 1, 'video', null, 'video/x-flv', 'Lake run.flv', 4, sha256('clip'),
  '2026-06-07T14:00:00Z', '2036-06-07T14:00:00Z';
insert into match_video
  (match_id, key_hash, key_at, revoked_hash, record, publish, started_at, seen_at, publishing, ended_at)
select min(match_id), sha256('key'), '2026-06-07T07:00:00Z', sha256('former'), true, true, '2026-06-07T08:00:00Z',
  '2026-06-07T14:00:00Z', true, '2026-06-07T14:00:00Z'
from match;
insert into match_recording (match_id, started_at, file_id, seconds, bytes)
select min(match_id), '2026-06-07T08:00:00Z', 'f0000000000000000000000000000070', 21600.5, 4 from match;
