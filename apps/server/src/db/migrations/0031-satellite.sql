-- Satellite terminals with which users exchange messages (docs/development/satellite-messages.md).

create table communication_account (
  communication_account_id int generated always as identity primary key,
  account_id    int not null references account on delete cascade,
  name          text not null,
  note          text not null,
  -- Argon2id, like the passwords of users.
  password_hash text not null,
  network       text not null check (network in ('beidou', 'iridium', 'inreach')),
  -- As it was entered, and as it is compared: a BeiDou card without leading zeros, or an IMEI.
  card_number   text not null,
  card_key      text not null,
  tracker_id    int references tracker on delete set null,
  level         smallint,
  -- Longest message; null: by the level.
  bits          int,
  -- Service frequency: seconds between two messages of the card.
  frequency     int,
  -- "User characteristic" of a BeiDou card.
  card_kind     smallint,
  gateway           text,
  created_at    timestamptz not null
);
create unique index communication_account_card on communication_account (card_key);
create unique index communication_account_tracker on communication_account (tracker_id);
create index communication_account_name on communication_account (account_id, name, communication_account_id);
