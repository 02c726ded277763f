-- Accounts, logins, sessions, groups, trackers, their history and latest state, and the numbered log.
-- Times are timestamptz except in `position`, where they are epoch milliseconds (8 bytes, no conversion).

create table account (
  account_id      int generated always as identity primary key,
  name            text not null,
  time_zone       text not null default 'Asia/Shanghai',
  -- First password of a device; "{secret}" in the product's specification.
  device_password text not null,
  -- Whether a device must prove who it is before its reports are taken, where its protocol can.
  device_auth     boolean not null default false,
  -- The operator's own account: sees the devices that nobody has registered.
  operator        boolean not null default false,
  retention_days  int not null default 400 check (retention_days > 0),
  link_code       text unique,
  branding        jsonb not null default '{}',
  created_at      timestamptz not null default now()
);

create table app_user (
  user_id        int generated always as identity primary key,
  account_id     int not null references account on delete cascade,
  login          text not null unique,
  -- argon2id of the lower-case hexadecimal MD5 of the trimmed password.
  password_hash  text not null,
  permission     text not null check (permission in ('holder', 'administrator', 'editor', 'viewer')),
  roles          text[] not null,
  plugins_order  text[] not null,
  config         jsonb not null default '{}',
  disabled       boolean not null default false,
  -- Notices up to this number are read, whatever notice_read says.
  read_to        bigint not null default 0,
  created_at     timestamptz not null default now()
);
create index on app_user (account_id);

create table session (
  -- SHA-256 of the token: a copy of the table opens no session.
  token_hash   bytea primary key,
  user_id      int not null references app_user on delete cascade,
  created_at   timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at   timestamptz not null,
  address      text not null,
  user_agent   text not null
);
create index on session (user_id);
create index on session (expires_at);

-- Failed sign-ins, by login and by address, for the lock-out.
create table login_failure (
  subject    text not null,
  failed_at  timestamptz not null
);
create index on login_failure (subject, failed_at);

create table tracker_group (
  group_id   int generated always as identity primary key,
  account_id int not null references account on delete cascade,
  name       text not null,
  created_at timestamptz not null default now(),
  unique (account_id, name)
);

create table tracker (
  tracker_id  int generated always as identity primary key,
  account_id  int not null references account on delete cascade,
  group_id    int references tracker_group on delete set null,
  name        text not null,
  label       text not null default '',
  -- The number by which the device is known on the wire.
  imei        text not null,
  model       text not null default '',
  password    text not null,
  icon_url    text not null default 'generic',
  icon_type   text not null default 'STANDARD' check (icon_type in ('STANDARD', 'CUSTOM')),
  note        text not null default '',
  iot_card    text not null default '',
  valid_until timestamptz,
  created_at  timestamptz not null default now()
);
-- One owner in the whole server. Fields of fixed width are filled with zeros: with and without them it is the same device.
create unique index tracker_imei_key on tracker (ltrim(imei, '0'));
create index on tracker (account_id);
create index on tracker (group_id);

-- The latest state: one row a tracker, rewritten in place by each batch that heard of it.
create table tracker_state (
  tracker_id   int primary key references tracker on delete cascade,
  account_id   int not null,
  -- Grows with each change, so that a reader can tell the newer of two pictures.
  version      bigint not null,
  fix_time     bigint,
  latitude     double precision,
  longitude    double precision,
  altitude     real,
  speed        real,
  course       real,
  accuracy     real,
  satellites   smallint,
  battery      real,
  gsm          real,
  mileage      double precision not null default 0,
  comm_time    bigint,
  status       text not null,
  status_since bigint,
  -- What the movement, alarm and battery rules remember between reports.
  memory       jsonb not null default '{}'
) with (fillfactor = 50);
create index on tracker_state (account_id);

-- History. Owned by apps/server/src/positions: no other module names this table.
-- At most about 100 bytes a row with its index, so: no created_at, no surrogate key, small integers, few columns.
create table position (
  time       bigint not null,
  tracker_id int not null,
  -- 1e-7 degrees: 1 cm at the equator.
  latitude   int not null,
  longitude  int not null,
  -- Altitude, speed, course and all else that the device sent: see positions/packing.ts.
  packed     bytea not null,
  primary key (tracker_id, time)
) partition by range (time);

-- Removed trackers whose history is still to be deleted: it may be long, and is deleted after the tracker, part by part.
create table removed_tracker (
  tracker_id int primary key
);

-- Numbers of the log, one row an account: locked while a transaction appends, so numbers are in commit order.
create table account_log_head (
  account_id int primary key references account on delete cascade,
  seq        bigint not null
);

-- The numbered log of an account: notices now; instruction results and task progress later.
create table account_log (
  account_id int not null references account on delete cascade,
  seq        bigint not null,
  kind       text not null check (kind in ('notice')),
  tracker_id int,
  created_at timestamptz not null,
  payload    jsonb not null,
  primary key (account_id, seq)
);
create index on account_log (created_at);

create table notice_read (
  user_id int not null references app_user on delete cascade,
  seq     bigint not null,
  primary key (user_id, seq)
);

-- Reports that could not be stored, with their bytes: nothing that was sent disappears without a trace.
create table rejected_report (
  rejected_id int generated always as identity primary key,
  received_at timestamptz not null,
  protocol    text not null,
  device_id   text not null,
  reason      text not null,
  raw         bytea not null
);
create index on rejected_report (received_at);

-- Devices that report and are registered with nobody.
create table unregistered_device (
  imei       text primary key,
  protocol   text not null,
  first_time timestamptz not null,
  last_time  timestamptz not null,
  address    text not null,
  count      bigint not null
);
create index on unregistered_device (last_time);

-- Secrets that the server made for itself, and that have to be the same after a restart and in every server.
create table server_secret (
  name  text primary key,
  value bytea not null
);
