-- Delivery of notices outside the console: by e-mail, text message, webhook and web push (docs/development/delivery.md).

create table recipient (
  recipient_id       int generated always as identity primary key,
  account_id         int not null references account on delete cascade,
  kind               text not null check (kind in ('user', 'contact', 'webhook')),
  -- Of a user: their own name and language apply.
  user_id            int references app_user on delete cascade,
  name               text not null default '',
  language           text not null default 'zh_CN',
  email              text,
  email_confirmed_at timestamptz,
  phone              text,
  phone_confirmed_at timestamptz,
  url                text,
  -- Number of times the key of a webhook was renewed.
  secret_version     int not null default 0,
  created_at         timestamptz not null,
  check ((kind = 'user') = (user_id is not null)),
  check ((kind = 'webhook') = (url is not null))
);
create index recipient_account on recipient (account_id);
create unique index recipient_user on recipient (user_id);

-- The newest code for an address: it is derived from the number, so that it is not stored.
create table address_code (
  recipient_id int not null references recipient on delete cascade,
  channel      text not null check (channel in ('email', 'sms')),
  number       int not null,
  created_at   timestamptz not null,
  tries        int not null default 0,
  primary key (recipient_id, channel)
);

create table subscription (
  subscription_id  int generated always as identity primary key,
  account_id       int not null references account on delete cascade,
  recipient_id     int not null references recipient on delete cascade,
  channel          text not null check (channel in ('email', 'sms', 'webhook', 'push')),
  -- Empty: all types.
  notice_types     text[] not null,
  scope            jsonb not null,
  -- Minutes of the local day; both null: none.
  quiet_from       int,
  quiet_to         int,
  digest_minutes   int not null,
  escalate_minutes int not null,
  enabled          boolean not null,
  created_at       timestamptz not null
);
create index subscription_account on subscription (account_id);
create index subscription_recipient on subscription (recipient_id);

-- The last entry of an account's log whose messages are stored.
create table delivery_cursor (
  account_id int primary key references account on delete cascade,
  seq        bigint not null
);

create table delivery (
  delivery_id     int generated always as identity primary key,
  account_id      int not null references account on delete cascade,
  recipient_id    int not null references recipient on delete cascade,
  subscription_id int references subscription on delete cascade,
  channel         text not null check (channel in ('email', 'sms', 'webhook', 'push')),
  kind            text not null check (kind in ('notices', 'code', 'test')),
  -- Not null: more notices are collected in it until it is due.
  group_key       text,
  idempotency_key text not null unique,
  -- The first of its notices in the account's log, and the number of all by type.
  seqs            bigint[] not null,
  counts          jsonb not null,
  -- Of an escalation: notices that somebody has opened by then are not sent.
  escalated       boolean not null,
  state           text not null check (state in ('waiting', 'sending', 'delivered', 'failed', 'dropped')),
  reason          text,
  detail          text not null default '',
  attempts        int not null default 0,
  created_at      timestamptz not null,
  -- When it is due; of a message that is being sent: when its lease ends.
  next_at         timestamptz not null,
  finished_at     timestamptz
);
create index delivery_due on delivery (next_at) where state in ('waiting', 'sending');
create index delivery_account on delivery (account_id, created_at, delivery_id);
create index delivery_recipient on delivery (recipient_id, created_at);
create index delivery_subscription on delivery (subscription_id);
create index delivery_created on delivery (created_at);

-- Browsers that receive the messages of a user by web push.
create table push_subscription (
  push_id    int generated always as identity primary key,
  user_id    int not null references app_user on delete cascade,
  endpoint   text not null unique,
  p256dh     bytea not null,
  auth       bytea not null,
  user_agent text not null,
  created_at timestamptz not null
);
create index push_subscription_user on push_subscription (user_id);
