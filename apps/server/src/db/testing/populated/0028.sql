-- What the program of 0028-forwarding.sql kept besides. Never edited once it is released.
insert into forward_target
  (account_id, name, kind, url, topic, protocol_version, user_name, sealed_password, secret_version, contents, scope,
   enabled, created_at, next_at, sending, claims, sending_to, failures, sent, dropped, sent_at, failed_at, reason, detail,
   tested_at)
values
  (1, '港口调度', 'mqtt', 'mqtts://broker.example', 'wakeline/harbour', '3.1.1', 'wakeline', '\x01', 0,
    '{positions,events}', '{"type": "groups", "groupIds": [1]}', true, '2026-11-23T12:00:00Z', '2026-11-23T13:00:00Z',
    true, 7, 2, 3, 1200, 40, '2026-11-23T12:30:00Z', '2026-11-23T12:59:00Z', 'connection-failed', 'ECONNREFUSED',
    '2026-11-23T12:01:00Z'),
  (1, 'Fleet archive', 'http', 'https://archive.example/positions', null, null, null, '\x02', 1, '{positions}',
    '{"type": "all"}', false, '2026-11-23T12:00:00Z', '2026-11-23T12:00:00Z', false, 0, null, 0, 0, 0, null, null, null,
    '', null);
insert into forward_batch (target_id, created_at, entries, bytes, body)
select target_id, '2026-11-23T12:58:00Z', 1, 41, '{"positions":[{"trackerId":1}],"events":[]}'
from forward_target where kind = 'mqtt';
