-- What the program of 0021-instruction-texts.sql kept besides. Never edited once it is released.
insert into tracker_model (account_id, name, vendor, protocol, texts) values
  (1, 'Tagger 7', '', 'gt06', '[{"instruction": "workingMode", "text": "MODE,{mode:normal=0|sleep=1|deepSleep=2}#",
    "receipt": {"success": "OK", "failure": null}, "repeatable": true, "sms": false}]');
insert into instruction
  (account_id, tracker_id, login, name, parameters, channel, state, created_at, expires_at, written_text)
select 1, min(tracker_id), 'captain', 'workingMode', '{"mode": "sleep"}', 'connection', 'waiting',
  '2026-11-23T12:00:00Z', '2026-11-30T12:00:00Z',
  '{"protocol": "gt06", "text": "MODE,1#", "receipt": {"success": "OK", "failure": null}, "repeatable": true}'
from tracker where account_id = 1;
