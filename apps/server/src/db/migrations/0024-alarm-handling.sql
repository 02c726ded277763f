-- Handling of alarms: who looks after a notice of an alarm type, and how it ended.

-- One row an alarm that somebody has handled; without a row it is open. It stays when its notice is dropped or deleted, so it
-- has what a reader of the history needs of it.
create table alarm (
  account_id  int not null references account on delete cascade,
  -- Number of the notice in the account's log.
  seq         bigint not null,
  tracker_id  int,
  notice_type text not null,
  notice_at   timestamptz not null,
  latitude    double precision,
  longitude   double precision,
  state       text not null check (state in ('open', 'acknowledged', 'resolved')),
  owner_id    int references app_user on delete set null,
  -- Login of the owner, also after the user was deleted; empty: nobody.
  owner       text not null default '',
  reason      text,
  changed_at  timestamptz not null,
  primary key (account_id, seq)
);
create index alarm_owner on alarm (owner_id);
create index alarm_notice_at on alarm (notice_at);
create index alarm_tracker on alarm (account_id, tracker_id, seq);

create table alarm_step (
  step_id    bigint generated always as identity primary key,
  account_id int not null,
  seq        bigint not null,
  at         timestamptz not null,
  user_id    int references app_user on delete set null,
  login      text not null,
  step       text not null check (step in ('acknowledge', 'takeOver', 'comment', 'resolve', 'reopen')),
  reason     text,
  comment    text not null default '',
  foreign key (account_id, seq) references alarm on delete cascade
);
create index alarm_step_alarm on alarm_step (account_id, seq, step_id);
create index alarm_step_user on alarm_step (user_id);

-- alarm: a change of the handling of an alarm, for open consoles.
alter table account_log drop constraint account_log_kind_check;
alter table account_log add check (kind in ('notice', 'deleted', 'alarm'));
