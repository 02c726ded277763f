-- What the program of 0031-satellite.sql kept besides. Never edited once it is released.
insert into communication_account
  (account_id, name, note, password_hash, network, card_number, card_key, tracker_id, level, bits, frequency, card_kind,
   gateway, created_at)
select 1, '渔船1', 'bridge', '$argon2id$', 'beidou', '0242286', '242286', min(tracker_id), 3, 628, 60, 3,
  'beidou-machine', '2026-11-23T12:00:00Z'
from tracker where account_id = 1;
insert into communication_account
  (account_id, name, note, password_hash, network, card_number, card_key, created_at)
values (1, 'Buoy7', '', '$argon2id$', 'iridium', '300234063904190', '300234063904190', '2026-11-23T12:00:00Z');
