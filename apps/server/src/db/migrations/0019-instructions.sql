-- One row per instruction and device. The engine sends the waiting ones and stores what became of them.
create table instruction (
  instruction_id int generated always as identity primary key,
  account_id     int not null references account on delete cascade,
  tracker_id     int not null references tracker on delete cascade,
  -- Who sent it; the login stays when the user is removed.
  user_id        int references app_user on delete set null,
  login          text not null,
  -- The batch task that stored it, also after the task is deleted.
  task_id        int,
  name           text not null,
  parameters     jsonb not null,
  channel        text not null check (channel in ('connection', 'sms')),
  state          text not null default 'waiting'
                 check (state in ('waiting', 'sent', 'received', 'succeeded', 'failed')),
  -- Why it failed, by name.
  reason         text,
  created_at     timestamptz not null,
  expires_at     timestamptz not null,
  attempts       int not null default 0,
  sent_at        timestamptz,
  -- While it is sent: the keys of the receipts, and until when the next one is expected.
  receipt_keys   text[] not null default '{}',
  receipt_until  timestamptz,
  finished_at    timestamptz,
  protocol       text,
  request        bytea,
  receipt        bytea,
  receipt_text   text,
  check ((state = 'failed') = (reason is not null))
);
create index on instruction (account_id, instruction_id desc);
create index on instruction (tracker_id, instruction_id desc);
create index instruction_open on instruction (tracker_id, instruction_id)
  where state in ('waiting', 'sent', 'received');
create index on instruction (user_id);
create index on instruction (task_id) where task_id is not null;

-- Saved values of an instruction.
create table instruction_template (
  template_id int generated always as identity primary key,
  account_id  int not null references account on delete cascade,
  name        text not null,
  instruction text not null,
  parameters  jsonb not null,
  created_at  timestamptz not null default now(),
  unique (account_id, name)
);
