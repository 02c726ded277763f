-- What reports count, as the account sets it (docs/user/reports.md): the minimum of trips and stops, the length of a gap, and the
-- night as hours of the day in the account's time zone.
alter table account
  add column min_trip_metres  int not null default 500 check (min_trip_metres between 0 and 100000),
  add column min_trip_minutes int not null default 5 check (min_trip_minutes between 0 and 1440),
  add column min_stop_minutes int not null default 5 check (min_stop_minutes between 3 and 1440),
  add column gap_minutes      int not null default 60 check (gap_minutes between 10 and 1440),
  add column night_start      int not null default 22 check (night_start between 0 and 23),
  add column night_end        int not null default 6 check (night_end between 0 and 23);

-- Milliseconds and metres of trips within these hours.
alter table device_day
  add column night_time   bigint not null default 0,
  add column night_metres float8 not null default 0;

-- Days that were counted without these settings.
insert into day_recompute (tracker_id, from_time, to_time, since, marked_at)
select tracker_id, 0, fix_time, now(), now() from tracker_state where fix_time is not null
on conflict (tracker_id) do update
set from_time = 0, to_time = greatest(day_recompute.to_time, excluded.to_time), marked_at = excluded.marked_at;
