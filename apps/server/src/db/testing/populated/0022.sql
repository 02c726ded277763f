-- What the program of 0022-photos.sql kept besides. Never edited once it is released.
insert into stored_file (file_id, account_id, kind, user_id, media_type, name, bytes, sha256, created_at, expires_at)
values ('populatedPhotoOfADevic', 1, 'photo', null, 'image/jpeg', 'photo.jpg', 3, '\x00', '2026-11-23T12:00:00Z', null);
insert into photo
  (tracker_id, instruction_id, media_id, channel, cause, taken_at, received_at, latitude, longitude, file_id, bytes,
   width, height, sha256, refusal)
select tracker_id, instruction_id, 7, 1, 'instruction', '2026-11-23T12:00:00Z', '2026-11-23T12:00:01Z', 36.06, 120.38,
  'populatedPhotoOfADevic', 3, 320, 240, '\x00', null
from instruction where account_id = 1 order by instruction_id limit 1;
insert into photo (tracker_id, taken_at, received_at, refusal)
select min(tracker_id), '2026-11-23T12:00:00Z', '2026-11-23T12:00:00Z', 'incomplete' from tracker where account_id = 1;
update instruction set media_ids = '{7, 4294967295}' where account_id = 1 and state = 'succeeded';
insert into inbound_sms (message_key, received_at) values ('\x01', '2026-11-23T12:00:00Z');
