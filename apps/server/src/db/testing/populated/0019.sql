-- What the program of 0019-instructions.sql kept besides. Never edited once it is released.
insert into instruction
  (account_id, tracker_id, user_id, login, name, parameters, channel, state, reason, created_at, expires_at, attempts,
   sent_at, finished_at, protocol, request, receipt, receipt_text)
select 1, tracker_id, null, 'former', 'heartbeat', '{"interval": 60}', 'connection', state, reason,
  '2026-11-20T12:00:00Z', '2026-11-27T12:00:00Z', 1, '2026-11-20T12:00:01Z', '2026-11-20T12:00:02Z', 'jt808',
  '\x7e', '\x7e', null
from (select min(tracker_id) as tracker_id from tracker where account_id = 1) as device,
  (values ('succeeded', null), ('failed', 'no-receipt')) as outcome (state, reason);
insert into instruction_template (account_id, name, instruction, parameters)
values (1, '每小时一次', 'sleepInterval', '{"minutes": 60}');
