-- Why the server stored an instruction without a user: InstructionOrigin in packages/domain/src/instructions/instruction-origin.ts.
-- Null: a user sent it.
alter table instruction add column origin jsonb;

-- The tracking mode of a task (docs/development/aviation.md). Owned by apps/server/src/aviation.
create table tracking_mode (
  task_id    int primary key references watch_task on delete cascade,
  account_id int not null references account on delete cascade,
  -- Who started it; the login stays when the user is removed.
  user_id    int references app_user on delete set null,
  login      text not null,
  -- Seconds.
  interval   int not null,
  started_at timestamptz not null,
  ends_at    timestamptz not null,
  -- Null: it is on.
  ended_at   timestamptz,
  check (started_at < ends_at)
);
create index on tracking_mode (account_id);
create index on tracking_mode (user_id);
create index on tracking_mode (ends_at) where ended_at is null;

-- The devices that the task had when it started.
create table tracking_mode_device (
  task_id    int not null references tracking_mode on delete cascade,
  tracker_id int not null references tracker on delete cascade,
  -- TrackingMember in packages/domain/src/aviation/tracking-mode.ts.
  state      text not null,
  primary key (task_id, tracker_id)
);
create index on tracking_mode_device (tracker_id);

-- Devices whose interval the tracking mode changes, until the former one is restored. It outlives the task.
create table changed_interval (
  tracker_id     int primary key references tracker on delete cascade,
  account_id     int not null references account on delete cascade,
  -- Of the tracking mode that started last.
  user_id        int references app_user on delete set null,
  login          text not null,
  task_name      text not null,
  -- The last instruction, its purpose and its interval in seconds; null: none yet.
  instruction_id int,
  purpose        text check (purpose in ('raise', 'restore')),
  interval       int,
  -- Whether an instruction before the last one may have changed the interval.
  may_be_raised  boolean not null default false,
  -- IntervalCall: what is restored; and the instruction that set it, if the ledger has it.
  restore_to     jsonb not null,
  restore_from   int,
  -- How often the restoring was sent.
  restores       int not null default 0,
  -- When it was given up.
  failed_at      timestamptz
);
create index on changed_interval (account_id);
create index on changed_interval (user_id);
