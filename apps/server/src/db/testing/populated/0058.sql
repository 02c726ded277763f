-- What the program of 0058-report-schedules.sql kept besides. Never edited once it is released.
insert into report_schedule (account_id, user_id, login, name, content, period, repeat, day, minute, formats, enabled,
  pause_reason, time_zone, next_at, created_at)
select 1, min(user_id), 'ada', 'Weekly overview',
  '{"report": "overview", "filter": {"groupIds": [], "trackerIds": [], "keywords": "", "by": "device"},
    "order": {"sort": "name", "direction": "ascending"}}',
  'lastWeek', 'weekly', 1, 480, '{xlsx,csv}', true, 'right', 'Asia/Shanghai', '2026-11-30T00:00:00Z',
  '2026-11-26T12:00:00Z'
from app_user where account_id = 1;
insert into report_schedule_recipient (schedule_id, user_id)
select schedule_id, user_id from report_schedule;
insert into report_schedule_recipient (schedule_id, recipient_id, language)
select schedule_id, recipient_id, 'en_US' from report_schedule, recipient order by recipient_id limit 1;
insert into report_run (schedule_id, account_id, due_at, manual, time_zone, start_day, end_day, task_id, state, failure, rows,
  finished_at)
select schedule_id, 1, '2026-11-23T00:00:00Z', false, 'Asia/Shanghai', '2026-11-16', '2026-11-22',
  (select min(task_id) from task where account_id = 1), 'failed', 'not-allowed', 12, '2026-11-23T00:00:03Z'
from report_schedule;
insert into stored_file (file_id, account_id, kind, user_id, media_type, name, bytes, sha256, created_at, expires_at)
values ('populatedFileOfAReport', 1, 'report', null, 'text/csv', 'overview.csv', 3, '\x00', '2026-11-23T00:00:03Z',
  '2126-11-30T00:00:03Z');
insert into report_file (file_id, run_id, language, format)
select 'populatedFileOfAReport', run_id, 'en_US', 'csv' from report_run;
insert into delivery (account_id, recipient_id, subscription_id, channel, kind, group_key, idempotency_key, seqs, counts,
  escalated, state, reason, detail, attempts, created_at, next_at, finished_at, report_run_id)
select 1, recipient_id, null, 'email', 'report', null, 'report.1.r1', '{}', '{}', false, 'delivered', null, '', 1,
  '2026-11-23T00:00:03Z', '2026-11-23T00:00:03Z', '2026-11-23T00:00:04Z', run_id
from report_run, report_schedule_recipient where recipient_id is not null;
insert into report_filter (account_id, user_id, page, name, query, shared)
select 1, min(user_id), '/dataCenter/operationCountRecord', 'Harbour tugs', 'by=deviceDay&keywords=tug', true
from app_user where account_id = 1;
