-- Ledger of satellite messages (docs/development/satellite-messages.md).

create table satellite_message (
  message_id    bigint generated always as identity primary key,
  account_id    int not null references account on delete cascade,
  -- The terminal that wrote it or is to receive it; null: it was deleted.
  communication_account_id int references communication_account on delete set null,
  -- Its number when the message was stored.
  card_number   text not null,
  network       text not null check (network in ('beidou', 'iridium', 'inreach')),
  type          text not null,
  sender        text not null,
  receiver      text not null,
  content       text not null,
  urgent        boolean not null,
  state         text not null,
  reason        text,
  cost_units    int not null,
  user_id       int references app_user on delete set null,
  -- Chosen by a caller who may repeat the call: stored once for each terminal.
  request_key   text,
  created_at    timestamptz not null,
  changed_at    timestamptz not null,
  expires_at    timestamptz not null
);
create index satellite_message_account on satellite_message (account_id, created_at desc, message_id desc);
create index satellite_message_terminal
  on satellite_message (communication_account_id, created_at desc, message_id desc);
create index satellite_message_type on satellite_message (account_id, type, created_at desc, message_id desc);
create index satellite_message_state on satellite_message (account_id, state, created_at desc, message_id desc);
create unique index satellite_message_request
  on satellite_message (account_id, request_key, communication_account_id) where request_key is not null;
create index satellite_message_expiry on satellite_message (expires_at) where state = 'waiting';
create index satellite_message_waiting
  on satellite_message (communication_account_id) where state in ('waiting', 'submitted');

-- Transmissions of a message: what the queue claims.
create table satellite_part (
  part_id       bigint generated always as identity primary key,
  message_id    bigint not null references satellite_message on delete cascade,
  number        int not null,
  gateway       text not null,
  -- Of a lane one part is in flight.
  lane          text not null,
  content       text not null,
  state         text not null,
  reason        text,
  attempts      int not null default 0,
  -- When it is due; of a submitted one: when its lease ends.
  next_at       timestamptz,
  provider_id   text,
  unique (message_id, number)
);
create index satellite_part_due on satellite_part (next_at) where next_at is not null;
create index satellite_part_lane on satellite_part (lane) where next_at is not null;

-- Changes of the states of parts.
create table satellite_step (
  step_id       bigint generated always as identity primary key,
  part_id       bigint not null references satellite_part on delete cascade,
  at            timestamptz not null,
  state         text not null,
  reason        text,
  evidence      text,
  detail        text not null
);
create index satellite_step_part on satellite_step (part_id, step_id);

-- The newest message of a terminal, for the list of conversations.
alter table communication_account add column last_message_id bigint;
alter table communication_account add column last_message_at timestamptz;
create index communication_account_last
  on communication_account (account_id, last_message_at desc, last_message_id desc) where last_message_at is not null;
