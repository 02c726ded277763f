-- The event of the tracker that an alarm is about: its time, kind and ref in `event`. Null: not known, in alarms whose notices
-- were gone before this version.
alter table alarm add column event_time bigint, add column event_kind smallint, add column event_ref int;
update alarm set
  event_time = (log.payload #>> '{event,time}')::float8::bigint,
  event_kind = case log.payload #>> '{event,kind}' when 'fence-entered' then 0 when 'fence-exited' then 1 when 'alarm' then 2
    when 'offline' then 8 when 'battery-low' then 10 when 'rule' then 11 when 'task' then 12 end,
  event_ref = (log.payload #>> '{event,ref}')::int
from account_log as log
where log.account_id = alarm.account_id and log.seq = alarm.seq and log.kind = 'notice' and log.payload ? 'event';
create index alarm_event on alarm (account_id, tracker_id, event_time);

-- Alarms of many devices by time: reports of a month read this index only.
create index event_alarm on event (time, tracker_id) include (kind, ref, data) where kind in (0, 1, 2, 8, 10, 11, 12);
