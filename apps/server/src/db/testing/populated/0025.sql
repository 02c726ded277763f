-- What the program of 0025-fair-tasks.sql kept besides. Never edited once it is released.
insert into task (account_id, user_id, kind, subject, state, progress, total, created_at, workload, round) values
  (1, 1, 'exportAuditLog', '{"filter": {}, "language": "en_US", "timeZone": "UTC"}', 'failed', 10, 2,
   '2026-06-01 08:00+00', 'small', 7);
insert into task (account_id, user_id, kind, subject, state, progress, total, created_at, workload, round, attempt, retry_of)
  select 1, 1, kind, subject, 'waiting', 0, 2, '2026-06-01 08:01+00', 'small', 8, 2, max(task_id)
  from task where kind = 'exportAuditLog' and round = 7 group by kind, subject;
