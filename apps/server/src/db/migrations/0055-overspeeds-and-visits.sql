-- Overspeeds and visits of fences beside activities: docs/development/reports.md.
-- ref: the rule of an overspeed (0: an alarm of the device), the fence of a visit.
alter table episode add column ref int not null default 0;
alter table episode drop constraint episode_pkey;
alter table episode add primary key (tracker_id, started_at, kind, ref);
-- Unknown for what was stored as events only.
alter table episode alter column latitude drop not null;
alter table episode alter column longitude drop not null;
alter table episode alter column end_latitude drop not null;
alter table episode alter column end_longitude drop not null;
alter table episode alter column metres drop not null;

-- Weeks of events from before episodes: as attachStatements in db/partitions.ts.
do $$
declare
  week int;
  first_monday constant bigint := 345600000;
  week_ms constant bigint := 604800000;
begin
  for week in
    select substr(relname, 7)::int from pg_inherits join pg_class on pg_class.oid = inhrelid
    where inhparent = 'event'::regclass and to_regclass('episode_' || substr(relname, 7)) is null
  loop
    execute format('create table episode_%s (like episode including defaults including constraints including indexes)', week);
    execute format('alter table episode attach partition episode_%s for values from (%s) to (%s)', week,
      (week - 1) * week_ms + first_monday, week * week_ms + first_monday);
  end loop;
end $$;

-- Visits that ended: their exits, with the entries to which they belong. Metres are not known.
insert into episode (started_at, ended_at, tracker_id, ref, latitude, longitude, end_latitude, end_longitude, kind, data)
select coalesce(exit.since, exit.time), exit.time, exit.tracker_id, exit.ref, entry.latitude, entry.longitude, exit.latitude,
  exit.longitude, 4, exit.data || jsonb_build_object('entry', exit.since is not null, 'exit', true)
from event as exit
left join event as entry on entry.tracker_id = exit.tracker_id and entry.time = exit.since and entry.kind = 0
  and entry.ref = exit.ref
where exit.kind = 1 and exists (
  select from pg_class where relname = 'episode_' || (floor((coalesce(exit.since, exit.time) - 345600000) / 604800000.0)::int + 1))
on conflict do nothing;

-- Overspeeds of rules and of devices: only the moment is known at which they counted. 9: OVERSPEED.
insert into episode (started_at, ended_at, tracker_id, ref, latitude, longitude, end_latitude, end_longitude, kind, data)
select time, time, tracker_id, case kind when 11 then ref else 0 end, latitude, longitude, latitude, longitude, 3,
  jsonb_build_object('moment', true, 'notice', 'sent', 'noticeTime', time)
    || case when kind = 11 then jsonb_build_object('account', data -> 'account') else '{}' end
from event
where (kind = 11 and data -> 'type' = '9') or (kind = 2 and ref = 9)
on conflict do nothing;
