-- What the program of 0050-tracking-modes.sql kept besides. Never edited once it is released.
insert into instruction
  (account_id, tracker_id, user_id, login, name, parameters, channel, state, created_at, expires_at, attempts,
   sent_at, finished_at, protocol, request, receipt, receipt_text, origin)
select 1, min(tracker_id), null, 'former', 'uploadInterval', '{"interval": 60}', 'connection', 'succeeded',
  '2026-11-24T12:00:00Z', '2026-11-24T13:00:00Z', 1, '2026-11-24T12:00:01Z', '2026-11-24T12:00:02Z', 'jt808',
  '\x7e', '\x7e', null, '{"kind": "trackingMode", "purpose": "raise", "taskName": "巡线"}'
from tracker where account_id = 1;
insert into tracking_mode (task_id, account_id, user_id, login, interval, started_at, ends_at, ended_at)
select min(task_id), 1, null, 'former', 30, '2026-11-24T12:00:00Z', '2026-11-24T13:00:00Z', '2026-11-24T13:00:00Z'
from watch_task where account_id = 1;
insert into tracking_mode_device (task_id, tracker_id, state)
select task_id, (select min(tracker_id) from tracker where account_id = 1), 'on' from tracking_mode;
insert into changed_interval (tracker_id, account_id, user_id, login, task_name, instruction_id, purpose, interval,
  may_be_raised, restore_to, restore_from, restores, failed_at)
select min(tracker_id), 1, null, 'former', '巡线', 1, 'raise', 30, true,
  '{"name": "uploadInterval", "values": {"interval": 60}}', 1, 2, '2026-11-24T14:00:00Z'
from tracker where account_id = 1;
