-- What the program of 0032-satellite-messages.sql kept besides. Never edited once it is released.
insert into satellite_message
  (account_id, communication_account_id, card_number, network, type, sender, receiver, content, urgent, state, reason,
   cost_units, user_id, request_key, created_at, changed_at, expires_at)
select 1, communication_account_id, card_number, network, 'system-to-terminal', 'ada', card_number, '已到港', false,
  'failed', 'unknown-arrival', 1, (select min(user_id) from app_user where account_id = 1), 'request-1',
  '2026-11-23T12:00:00Z', '2026-11-23T12:05:00Z', '2026-11-28T12:00:00Z'
from communication_account where network = 'iridium';
insert into satellite_part
  (message_id, number, gateway, lane, content, state, reason, attempts, next_at, provider_id)
select message_id, 1, 'iridium-email', 'iridium-email 300234063904190', '已到港', 'failed', 'unknown-arrival', 1, null,
  '<satellite.1@harbour.example>'
from satellite_message;
insert into satellite_step (part_id, at, state, reason, evidence, detail)
select part_id, '2026-11-23T12:05:00Z', 'failed', 'unknown-arrival', null, '' from satellite_part;
update communication_account set last_message_id = 1, last_message_at = '2026-11-23T12:00:00Z'
where network = 'iridium';
