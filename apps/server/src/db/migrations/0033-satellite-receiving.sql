-- Messages of satellite terminals, phones, e-mails and WeChat, and what limits them (docs/development/satellite-messages.md).

alter table satellite_message
  add column raw bytea,
  -- Gateway that received it; null: a user or the weather helper wrote it.
  add column received_by text,
  -- The same for two deliveries of one message.
  add column received_key text,
  add column reply_to bigint,
  -- In the address to which the receiver of an e-mail can reply.
  add column reply_token text,
  -- When the sender wrote it, if the message says so.
  add column written_at timestamptz,
  add column latitude double precision,
  add column longitude double precision,
  add column altitude double precision,
  add column speed double precision,
  add column course double precision,
  add column place_at timestamptz,
  -- Where the network supposes the terminal: degrees, and a radius in kilometres. Never a position of a track.
  add column estimate_latitude double precision,
  add column estimate_longitude double precision,
  add column estimate_radius double precision,
  -- Of the reported position, which becomes part of the track of the device.
  add column position_state text check (position_state in ('waiting', 'stored', 'refused')),
  -- Of a request to the weather helper: when its reply is due.
  add column reply_due_at timestamptz;
create unique index satellite_message_received on satellite_message (received_key) where received_key is not null;
create unique index satellite_message_reply_token on satellite_message (reply_token) where reply_token is not null;
create index satellite_message_position on satellite_message (message_id) where position_state = 'waiting';
create index satellite_message_reply_due on satellite_message (reply_due_at) where reply_due_at is not null;
-- The terminal that last wrote to a phone receives what it writes.
create index satellite_message_phone on satellite_message (receiver, created_at desc) where type = 'terminal-to-phone';

alter table satellite_part
  add column receiver text,
  add column urgent boolean not null default false,
  -- Seconds that the lane pauses after it; null: as long as the gateway says.
  add column pause int;
update satellite_part part set receiver = message.card_number, urgent = message.urgent
from satellite_message message where message.message_id = part.message_id;
alter table satellite_part alter column receiver set not null;
alter table satellite_part alter column urgent drop default;
-- By which later evidence finds its part.
create index satellite_part_provider on satellite_part (gateway, provider_id) where provider_id is not null;

-- Lanes that pause between two messages.
create table satellite_lane (
  lane          text primary key,
  not_before    timestamptz not null
);

-- Who may write to the terminals of an account.
create table satellite_contact (
  contact_id    int generated always as identity primary key,
  account_id    int not null references account on delete cascade,
  -- By which terminals address it, 1 to 99; null: they do not.
  number        smallint check (number between 1 and 99),
  name          text not null,
  kind          text not null check (kind in ('phone', 'email', 'wechat')),
  address       text not null,
  created_at    timestamptz not null,
  -- When it last wrote.
  written_at    timestamptz
);
create unique index satellite_contact_number on satellite_contact (account_id, number) where number is not null;
create unique index satellite_contact_address on satellite_contact (account_id, kind, address);
create index satellite_contact_kind on satellite_contact (kind, address);

create table satellite_setting (
  account_id    int primary key references account on delete cascade,
  -- Null: the default.
  convention    jsonb,
  -- Cost units of messages to terminals in a month; null: without limit.
  monthly_quota int
);

-- Cost units of messages to terminals, by the month of the account's time zone.
create table satellite_usage (
  account_id    int not null references account on delete cascade,
  month         date not null,
  cost_units    int not null,
  primary key (account_id, month)
);
insert into satellite_usage
select message.account_id, date_trunc('month', message.created_at at time zone account.time_zone)::date,
  sum(message.cost_units)
from satellite_message message join account using (account_id)
group by 1, 2;

create table satellite_template (
  template_id   int generated always as identity primary key,
  account_id    int not null references account on delete cascade,
  name          text not null,
  content       text not null,
  created_at    timestamptz not null
);
create index satellite_template_account on satellite_template (account_id, name);

-- Codes that a WeChat user sends to become a contact.
create table satellite_bind_code (
  code          text primary key,
  account_id    int not null references account on delete cascade,
  user_id       int not null references app_user on delete cascade,
  expires_at    timestamptz not null
);
create index satellite_bind_code_account on satellite_bind_code (account_id);

-- Until when a user has seen the messages of the account.
create table satellite_seen (
  user_id       int primary key references app_user on delete cascade,
  seen_at       timestamptz not null
);

-- What connected command machines say about themselves.
create table satellite_machine (
  name          text primary key,
  card_number   text,
  broadcast     text,
  kind          smallint,
  frequency     int,
  level         smallint,
  subordinates  text[] not null,
  state         text not null,
  detail        text not null,
  changed_at    timestamptz not null
);
