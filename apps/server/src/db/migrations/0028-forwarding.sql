-- Forwarding of positions and events to other systems (docs/development/forwarding.md).

create table forward_target (
  target_id        int generated always as identity primary key,
  account_id       int not null references account on delete cascade,
  name             text not null,
  kind             text not null check (kind in ('http', 'mqtt')),
  url              text not null,
  -- Of MQTT.
  topic            text,
  protocol_version text check (protocol_version in ('5', '3.1.1')),
  user_name        text,
  -- Password of MQTT, or bearer token of HTTP, encrypted (db/seal.ts).
  sealed_password  bytea,
  -- Number of times the key of the signatures was renewed.
  secret_version   int not null default 0,
  contents         text[] not null,
  scope            jsonb not null,
  enabled          boolean not null,
  created_at       timestamptz not null,
  -- When it is due; while batches are being sent, the end of their lease.
  next_at          timestamptz not null,
  -- Whether a server has its lease, and how many leases there were: the number guards the result of each.
  sending          boolean not null default false,
  claims           int not null default 0,
  -- The last batch of the request that is repeated until it is accepted.
  sending_to       bigint,
  failures         int not null default 0,
  sent             bigint not null default 0,
  dropped          bigint not null default 0,
  sent_at          timestamptz,
  failed_at        timestamptz,
  reason           text,
  detail           text not null default '',
  tested_at        timestamptz,
  check ((kind = 'mqtt') = (topic is not null and protocol_version is not null))
);
create index forward_target_account on forward_target (account_id);

-- Positions and events that wait for a target. Without a foreign key, because the engine must not wait for a change of
-- the target; rows of removed and disabled targets are deleted.
create table forward_batch (
  target_id  int not null,
  seq        bigint generated always as identity,
  created_at timestamptz not null,
  entries    int not null,
  bytes      int not null,
  body       text not null,
  primary key (target_id, seq) include (created_at, entries, bytes)
);
