-- What the program of 0035-satellite-alarms.sql kept besides. Never edited once it is released.
insert into satellite_message
  (account_id, communication_account_id, card_number, network, type, sender, receiver, content, urgent, state, reason,
   cost_units, user_id, request_key, created_at, changed_at, expires_at, raw, received_by, received_key, written_at,
   position_state, alarms, clears_sos)
select 1, communication_account_id, card_number, network, 'terminal-to-system', card_number, '', kind.content, false,
  'received', null, 0, null, null, kind.at, kind.at, kind.at + interval '5 days', '\x', 'inreach', kind.key, kind.at,
  'stored', kind.alarms, kind.clears_sos
from communication_account, (values
  ('SOS declared', timestamptz '2026-11-23T14:00:00Z', 'inreach 1', '{SOS,LOWPOWER}'::text[], false),
  ('SOS cancelled', timestamptz '2026-11-23T14:05:00Z', 'inreach 2', null, true)
) as kind (content, at, key, alarms, clears_sos)
where network = 'iridium';
