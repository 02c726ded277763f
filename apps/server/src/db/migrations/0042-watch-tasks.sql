-- Tasks that watch devices for a time (docs/development/aviation.md). Owned by apps/server/src/aviation.
create table watch_task (
  task_id       int generated always as identity primary key,
  account_id    int not null references account on delete cascade,
  name          text not null,
  flight_number text not null,
  note          text not null,
  -- TaskArea and TaskAlert in packages/domain/src/rules/watch-task.ts.
  areas         jsonb not null,
  alerts        jsonb not null,
  -- Metres; null: not watched.
  shift_range   int,
  -- Null: from when it is opened, until it is closed.
  execute_from  timestamptz,
  execute_to    timestamptz,
  is_open       boolean not null,
  -- Of conditions, execution time and opening: a changed task starts again.
  changed_at    timestamptz not null,
  created_at    timestamptz not null default now(),
  check (execute_from < execute_to)
);
create index on watch_task (account_id);

create table watch_task_device (
  task_id    int not null references watch_task on delete cascade,
  tracker_id int not null references tracker on delete cascade,
  primary key (task_id, tracker_id)
);
create index on watch_task_device (tracker_id);

-- The newest notice of a condition that somebody acknowledged: it is not repeated. Epoch milliseconds by the device clock.
create table watch_task_acknowledged (
  task_id    int not null references watch_task on delete cascade,
  tracker_id int not null references tracker on delete cascade,
  condition  smallint not null,
  notice_at  bigint not null,
  primary key (task_id, tracker_id, condition)
);
create index on watch_task_acknowledged (tracker_id);
