-- Who may do what, how they sign in, what the console looks like for them, what was done by whom, and work that goes on by itself.

-- The account that sells to this one: its people see that account's looks until they have their own. Null: the operator's.
alter table account add column dealer_id int references account on delete set null;
-- Secret of third-party sign-in, HMAC-SHA256. Null: the account does not have it.
alter table account add column sign_secret bytea;
-- Page that ground support leaves for. Null: not set up.
alter table account add column ground_support_url text;

-- Functions (plugins) that an account has, and until when. What a user sees is the part of these that he was given.
create table account_plugin (
  account_id  int not null references account on delete cascade,
  role        text not null,
  -- Null: without end.
  valid_until timestamptz,
  primary key (account_id, role)
);
-- Accounts from before this table keep what their holders had.
insert into account_plugin (account_id, role)
  select distinct account_id, unnest(roles) from app_user where permission = 'holder';

-- Logins that differ in capitals alone look like one another. Those that do already have to be told apart first.
do $$
declare
  alike text;
begin
  select string_agg(login, ', ' order by login) into alike from app_user
    where lower(login) in (select lower(login) from app_user group by lower(login) having count(*) > 1);
  if alike is not null then
    raise exception 'these logins differ in capitals alone, give them other names (update app_user set login = ... where login = ...): %', alike;
  end if;
end $$;
create unique index app_user_login_any_case_key on app_user (lower(login));

alter table app_user add column note_name text not null default '';
-- Proved by a code; a login that happens to be a number proves nothing.
alter table app_user add column phone text unique;
-- Whether the user sees every tracker group, those without a group included; else those in user_group.
alter table app_user add column all_groups boolean not null default true;
alter table app_user add column created_by int references app_user on delete set null;
-- Time-based one-time passwords (RFC 6238). The secret counts once it is confirmed.
alter table app_user add column totp_secret bytea;
alter table app_user add column totp_confirmed_at timestamptz;
-- Time step of the code that was taken last: none is taken twice.
alter table app_user add column totp_last_step bigint;
-- Newest entry of the update log that the user has seen.
alter table app_user add column update_read_to int not null default 0;

create table user_group (
  user_id  int not null references app_user on delete cascade,
  group_id int not null references tracker_group on delete cascade,
  primary key (user_id, group_id)
);
create index on user_group (group_id);

-- SHA-256 of a code that signs in once in place of the authenticator.
create table recovery_code (
  user_id   int not null references app_user on delete cascade,
  code_hash bytea not null,
  primary key (user_id, code_hash)
);

-- A number by which a person can name a session: the hash stays inside.
alter table session add column session_id int generated always as identity unique;

-- Tokens of programs: like a session, but with a scope, an end of their own, and without the person's rights over the login.
create table api_token (
  token_id     int generated always as identity primary key,
  user_id      int not null references app_user on delete cascade,
  name         text not null,
  token_hash   bytea not null unique,
  permission   text not null check (permission in ('administrator', 'editor', 'viewer')),
  roles        text[] not null,
  created_at   timestamptz not null,
  expires_at   timestamptz not null,
  last_used_at timestamptz
);
create index on api_token (user_id);

-- Codes by text message. A row is kept for a day, so that sending can be limited.
create table sms_code (
  code_id    int generated always as identity primary key,
  phone      text not null,
  type       smallint not null check (type between 0 and 3),
  -- HMAC of the code under a secret of the server's: six digits could be guessed from a plain hash.
  code_hash  bytea not null,
  address    text not null,
  created_at timestamptz not null,
  tries      int not null default 0,
  used       boolean not null default false
);
create index on sms_code (phone, type, created_at);
create index on sms_code (address, created_at);
-- Those to register are counted over all addresses.
create index on sms_code (type, created_at);

-- SHA-256 of the ticket between proving a phone and setting a new password.
create table reset_ticket (
  ticket_hash bytea primary key,
  user_id     int not null references app_user on delete cascade,
  expires_at  timestamptz not null
);

-- Signatures of third-party sign-ins that were used, until they would expire.
create table used_sign (
  sign       text primary key,
  expires_at timestamptz not null
);

-- Text messages that wait for the operator to read them, where no gateway is set.
create table outbox_message (
  message_id int generated always as identity primary key,
  recipient  text not null,
  text       text not null,
  created_at timestamptz not null
);

-- Settings of the operator for the whole server.
create table server_setting (
  name  text primary key,
  value jsonb not null
);

create table activation_code (
  -- SHA-256 of the code.
  code_hash  bytea primary key,
  -- What the operator names it by, and its first 4 characters: the other 16 are 80 bits still.
  code_id    int generated always as identity unique,
  beginning  text not null default '' check (length(beginning) <= 4),
  roles      text[] not null,
  -- Null: without end.
  days       int check (days > 0),
  note       text not null default '',
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  used_at    timestamptz,
  used_by    int references account on delete set null
);

create table update_entry (
  entry_id   int generated always as identity primary key,
  title_zh   text not null,
  html_zh    text not null,
  -- Null: English readers get the Chinese.
  title_en   text,
  html_en    text,
  created_at timestamptz not null
);

create table extension_panel (
  panel_id   int generated always as identity primary key,
  account_id int not null references account on delete cascade,
  name       text not null,
  address    text not null,
  sort       int not null,
  display    text not null check (display in ('SHOW', 'HIDE')),
  constraint extension_panel_sort_key unique (account_id, sort)
);

-- Who did what. No foreign key to the user: the entry outlives him.
create table audit_entry (
  audit_id   bigint generated always as identity primary key,
  account_id int not null references account on delete cascade,
  at         timestamptz not null,
  user_id    int,
  login      text not null,
  action     text not null,
  target     text not null,
  address    text not null,
  before     jsonb,
  after      jsonb,
  -- A person with a session or a program with a token, under the name that the token had. Null: neither, as at signing in.
  via        text check (via in ('session', 'token')),
  token_name text,
  -- What concerns the user's own login alone: others of the account do not notice it.
  own        boolean not null default false
);
create index on audit_entry (account_id, audit_id);
-- What a user adds about himself in a day is counted.
create index on audit_entry (user_id, action, at) where own;
create index on audit_entry (account_id, user_id, audit_id);
-- Failures are written down a minute apart at most.
create index on audit_entry (user_id, at) where action = 'sign-in-failed';

-- Files in the data folder. Owned by apps/server/src/files: no other module names this table.
create table stored_file (
  -- 128 random bits, base64url: who knows the address of a public file may read it.
  file_id    text primary key,
  account_id int not null references account on delete cascade,
  -- picture: anybody who has the address; result: people of the account's own user.
  kind       text not null check (kind in ('picture', 'result')),
  user_id    int references app_user on delete cascade,
  media_type text not null,
  name       text not null,
  bytes      bigint not null,
  sha256     bytea not null,
  created_at timestamptz not null,
  -- Null: kept until it is deleted.
  expires_at timestamptz
);
create index on stored_file (account_id);
create index on stored_file (expires_at);

-- Work that the server does on its own. The queue itself is the library's; this is what people see of it.
create table task (
  task_id    int generated always as identity primary key,
  account_id int not null references account on delete cascade,
  user_id    int references app_user on delete cascade,
  kind       text not null,
  -- What it is about, without a language.
  subject    jsonb not null,
  state      text not null check (state in ('waiting', 'running', 'done', 'failed')),
  progress   real not null default 0,
  total      int not null default 0,
  file_id    text references stored_file on delete set null,
  created_at timestamptz not null,
  is_read    boolean not null default false
);
create index on task (account_id, user_id, created_at);
create index on task (created_at);
