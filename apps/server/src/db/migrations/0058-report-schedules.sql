-- Scheduled reports. Owned by apps/server/src/features/reports (docs/development/reports.md).
create table report_schedule (
  schedule_id  int generated always as identity primary key,
  account_id   int not null references account on delete cascade,
  -- The owner, with whose rights it runs; null: deleted.
  user_id      int references app_user on delete set null,
  login        text not null,
  name         text not null,
  -- Report, filter without days, and order.
  content      jsonb not null,
  period       text not null check (period in ('yesterday', 'lastWeek', 'lastMonth')),
  -- Weekday, 0 to 6, or day of the month; null: each day.
  repeat       text not null check (repeat in ('daily', 'weekly', 'monthly')),
  day          smallint,
  minute       smallint not null,
  formats      text[] not null,
  enabled      boolean not null,
  -- Why the server paused it.
  pause_reason text check (pause_reason in ('owner-disabled', 'owner-deleted', 'right')),
  -- The zone of next_at, which is null if it is off or paused.
  time_zone    text not null,
  next_at      timestamptz,
  created_at   timestamptz not null
);
create index on report_schedule (account_id);
create index on report_schedule (user_id);
create index on report_schedule (next_at);

-- A user, or an address with the language that was chosen for it.
create table report_schedule_recipient (
  schedule_id  int not null references report_schedule on delete cascade,
  user_id      int references app_user on delete cascade,
  recipient_id int references recipient on delete cascade,
  language     text,
  check (num_nonnulls(user_id, recipient_id) = 1),
  unique (schedule_id, user_id),
  unique (schedule_id, recipient_id)
);
create index on report_schedule_recipient (user_id);
create index on report_schedule_recipient (recipient_id);

create table report_run (
  run_id      int generated always as identity primary key,
  schedule_id int not null references report_schedule on delete cascade,
  account_id  int not null references account on delete cascade,
  due_at      timestamptz not null,
  manual      boolean not null,
  time_zone   text not null,
  -- yyyy-MM-dd
  start_day   text not null,
  end_day     text not null,
  -- Null: no task was started, or it was deleted.
  task_id     int references task on delete set null,
  -- Null: as the task.
  state       text check (state in ('done', 'failed', 'cancelled')),
  failure     text,
  rows        int,
  finished_at timestamptz
);
-- A due time has one run, whatever servers do.
create unique index on report_run (schedule_id, due_at) where not manual;
create index on report_run (schedule_id, run_id);
create index on report_run (account_id, due_at) where manual;
create index on report_run (task_id);

create table report_file (
  file_id  text primary key references stored_file on delete cascade,
  run_id   int not null references report_run on delete cascade,
  language text not null,
  format   text not null
);
create index on report_file (run_id);

alter table stored_file drop constraint stored_file_kind_check;
alter table stored_file add check (kind in ('picture', 'result', 'upload', 'photo', 'recording', 'report'));

alter table delivery add column report_run_id int references report_run on delete cascade;
create index on delivery (report_run_id) where report_run_id is not null;
alter table delivery drop constraint delivery_kind_check;
alter table delivery add constraint delivery_kind_check
  check (kind in ('notices', 'code', 'test', 'escalation', 'report'));

-- Filters of report pages under a name.
create table report_filter (
  filter_id  int generated always as identity primary key,
  account_id int not null references account on delete cascade,
  user_id    int not null references app_user on delete cascade,
  page       text not null,
  name       text not null,
  query      text not null,
  shared     boolean not null
);
create unique index on report_filter (user_id, page, lower(name));
create index on report_filter (account_id, page) where shared;
