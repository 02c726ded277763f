-- What the program of 0030-recordings.sql kept besides. Never edited once it is released.
insert into stored_file (file_id, account_id, kind, user_id, media_type, name, bytes, sha256, created_at, expires_at)
values ('populatedVoiceOfAWatch', 1, 'recording', null, 'audio/amr', 'recording.amr', 3, '\x00',
  '2026-11-23T12:00:00Z', null);
insert into device_media
  (tracker_id, kind, taken_at, received_at, file_id, bytes, sha256, duration_ms, damaged)
select min(tracker_id), 'recording', '2026-11-23T12:00:00Z', '2026-11-23T12:00:01Z', 'populatedVoiceOfAWatch', 3,
  '\x01', 2560, true
from tracker where account_id = 1;
insert into device_media (tracker_id, kind, taken_at, received_at, refusal)
select min(tracker_id), 'recording', '2026-11-23T12:00:00Z', '2026-11-23T12:00:00Z', 'too-many'
from tracker where account_id = 1;
