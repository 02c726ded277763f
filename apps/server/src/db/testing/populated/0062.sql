-- What the program of 0062-list-reports.sql kept besides. Never edited once it is released.
insert into task (account_id, user_id, kind, subject, state, progress, total, created_at, workload, round) values
  (1, 1, 'exportReport', '{"userId": 1, "report": "notices", "filter": {"startDay": "2026-05-25", "endDay": "2026-06-01",
    "groupIds": [], "trackerIds": [], "keywords": "", "msgTypes": ["SOS"]}, "order": {}, "format": "csv",
    "language": "zh_CN", "timeZone": "UTC"}', 'waiting', 0, 2, '2026-06-01 08:00+00', 'large', 10);
