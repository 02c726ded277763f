-- What the program of 0067-people.sql stores. Never edited once it is released.
insert into stored_file (file_id, account_id, kind, user_id, media_type, name, bytes, sha256, created_at, expires_at)
select 'e0000000000000000000000000000067', 1, 'portrait', null, 'image/webp', 'person', 4, sha256('face'),
  '2026-11-28T12:00:00Z', null;
insert into person
  (account_id, race_number, name, gender, age, nationality, phone, communication_account_id, tracker_id, photo_file_id,
   emergency_contact_name, emergency_contact_phone, club, note, status, status_changed_at, created_at, changed_at)
select 1, 'A12', '陈静', 'female', 31, 'CHN', '+86 138 0000 0000',
  (select min(communication_account_id) from communication_account where account_id = 1), min(tracker_id),
  'e0000000000000000000000000000067', '陈伟', '13900000000', '桂林定向', 'diabetic', 'WITHDRAWN',
  '2026-11-28T13:00:00Z', '2026-11-28T12:00:00Z', '2026-11-28T13:00:00Z'
from tracker where account_id = 1;
