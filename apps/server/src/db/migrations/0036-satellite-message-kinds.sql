-- Reads the messages of some types and states in their order, also where one of both is rare in the other.
create index satellite_message_kind
  on satellite_message (account_id, type, state, created_at desc, message_id desc);
drop index satellite_message_type;
drop index satellite_message_state;
