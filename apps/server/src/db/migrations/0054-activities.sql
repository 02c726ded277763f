-- What trackers did, and the sums of their days. Owned by apps/server/src/reports (docs/development/reports.md).
-- As in `position`: times are epoch milliseconds, coordinates 1e-7 degrees, a partition per week, no account.
create table episode (
  started_at    bigint not null,
  ended_at      bigint not null,
  tracker_id    int not null,
  latitude      int not null,
  longitude     int not null,
  end_latitude  int not null,
  end_longitude int not null,
  kind          smallint not null,
  metres        real not null,
  -- Milliseconds with ignition on; null: not reported.
  ignition      bigint,
  -- The fastest fix, and the days of an episode across midnight: see reports/episode-row.ts.
  data          jsonb,
  primary key (tracker_id, started_at, kind)
) partition by range (started_at);

create table device_day (
  tracker_id   int not null references tracker on delete cascade,
  -- Days since 1970-01-01 in the time zone that the account had then.
  day          int not null,
  -- Milliseconds.
  trip_time    bigint not null default 0,
  stop_time    bigint not null default 0,
  gap_time     bigint not null default 0,
  -- By the server clock, from the last message before.
  offline_time bigint not null default 0,
  ignition     bigint,
  idle         bigint,
  first_fix    bigint,
  last_fix     bigint,
  -- Metres.
  trip_metres  float8 not null default 0,
  other_metres float8 not null default 0,
  -- Those that start on the day.
  trips        int not null default 0,
  stops        int not null default 0,
  -- The fastest fix: km/h, epoch milliseconds, 1e-7 degrees.
  max_speed    real,
  max_time     bigint,
  max_latitude  int,
  max_longitude int,
  alarms       int not null default 0,
  overspeeds   int not null default 0,
  entries      int not null default 0,
  exits        int not null default 0,
  primary key (tracker_id, day)
);

-- Trackers whose activities and days are found again, as `leg_recompute`.
create table day_recompute (
  tracker_id int primary key references tracker on delete cascade,
  from_time  bigint not null,
  to_time    bigint not null,
  since      timestamptz not null,
  marked_at  timestamptz not null
);

-- The history from before this version.
insert into day_recompute (tracker_id, from_time, to_time, since, marked_at)
select tracker_id, 0, coalesce(fix_time, 0), now(), now() from tracker_state where fix_time is not null;
