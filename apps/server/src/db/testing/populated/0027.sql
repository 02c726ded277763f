-- What the program of 0027-delivery.sql kept besides. Never edited once it is released.
insert into recipient
  (account_id, kind, user_id, name, language, email, email_confirmed_at, phone, phone_confirmed_at, url, secret_version, created_at)
values
  (1, 'contact', null, '值班室', 'zh_CN', 'duty@harbour.example', '2026-11-23T12:00:00Z', '13800138000',
    '2026-11-23T12:00:00Z', null, 0, '2026-11-23T12:00:00Z'),
  (1, 'webhook', null, 'Dispatch', 'en_US', null, null, null, null, 'https://dispatch.example/wakeline', 1,
    '2026-11-23T12:00:00Z');
insert into recipient (account_id, kind, user_id, created_at)
select account_id, 'user', user_id, '2026-11-23T12:00:00Z' from app_user where account_id = 1 order by user_id limit 1;
insert into address_code (recipient_id, channel, number, created_at, tries)
select recipient_id, 'email', 2, '2026-11-23T12:00:00Z', 1 from recipient where kind = 'contact';
insert into subscription
  (account_id, recipient_id, channel, notice_types, scope, quiet_from, quiet_to, digest_minutes, escalate_minutes, enabled,
   created_at)
select 1, recipient_id, 'email', '{SOS,OFFLINE}', '{"type": "groups", "groupIds": [1]}', 1320, 420, 60, 10, true,
  '2026-11-23T12:00:00Z'
from recipient where kind = 'contact';
insert into delivery_cursor (account_id, seq) values (1, 3);
insert into delivery
  (account_id, recipient_id, subscription_id, channel, kind, group_key, idempotency_key, seqs, counts, escalated, state,
   reason, detail, attempts, created_at, next_at, finished_at)
select 1, recipient_id, subscription_id, 'email', 'notices', 'OFFLINE', 'n1.2.r1.email', '{2,3}', '{"OFFLINE": 2}', true,
  'failed', 'rejected', '550 no such user', 8, '2026-11-23T12:00:00Z', '2026-11-23T12:00:00Z', '2026-11-23T13:00:00Z'
from subscription;
insert into push_subscription (user_id, endpoint, p256dh, auth, user_agent, created_at)
select min(user_id), 'https://push.example/1', '\x04', '\x01', 'Firefox', '2026-11-23T12:00:00Z'
from app_user where account_id = 1;
