-- What the program of 0029-rules-in-delivery.sql kept besides. Never edited once it is released.
insert into recipient
  (account_id, kind, name, language, email, email_confirmed_at, email_unsubscribed_at, created_at)
values
  (1, 'contact', 'Night shift', 'en_US', 'night@harbour.example', '2026-11-23T12:00:00Z', '2026-11-24T12:00:00Z',
    '2026-11-23T12:00:00Z');
insert into subscription
  (account_id, recipient_id, channel, notice_types, rule_ids, scope, digest_minutes, escalate_minutes, enabled, created_at)
select 1, recipient_id, 'email', '{}', '{1,99}', '{"type": "all"}', 0, 0, true, '2026-11-23T12:00:00Z'
from recipient where name = 'Night shift';
