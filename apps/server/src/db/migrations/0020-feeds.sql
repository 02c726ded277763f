-- Connections that carry messages of many objects: AIS and ADS-B.
create table feed (
  feed_id          int generated always as identity primary key,
  account_id       int not null references account on delete cascade,
  name             text not null,
  kind             text not null check (kind in ('ais', 'adsb-sbs', 'adsb-json')),
  connection       jsonb not null,
  -- Number of times the token was renewed.
  token_version    int not null default 0,
  -- Null: no filter.
  area             jsonb,
  interval_seconds int not null check (interval_seconds > 0),
  unknown_objects  text not null check (unknown_objects in ('ignore', 'traffic')),
  enabled          boolean not null,
  created_at       timestamptz not null default now()
);
create index feed_account on feed (account_id);

-- Addresses that may send to a listening feed without its token: each belongs to one feed of all accounts.
create table feed_sender (
  address text primary key,
  feed_id int not null references feed on delete cascade
);
create index feed_sender_feed on feed_sender (feed_id);
