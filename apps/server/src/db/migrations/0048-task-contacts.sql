-- Who is notified of a task by text message or e-mail.
create table watch_task_contact (
  task_id      int not null references watch_task on delete cascade,
  recipient_id int not null references recipient on delete cascade,
  channel      text not null check (channel in ('email', 'sms')),
  -- 1: at once; 2: later, if nobody has acknowledged the alarm.
  tier         smallint not null check (tier in (1, 2)),
  -- Notices before it are not sent.
  created_at   timestamptz not null,
  primary key (task_id, recipient_id, channel)
);
create index on watch_task_contact (recipient_id);

alter table delivery drop constraint delivery_kind_check;
alter table delivery add constraint delivery_kind_check check (kind in ('notices', 'code', 'test', 'escalation'));
