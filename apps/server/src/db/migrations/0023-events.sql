-- What happened to trackers: what began or ended, and when. Owned by apps/server/src/events.
-- As in `position`: times are epoch milliseconds, coordinates 1e-7 degrees, a partition per week, no account. Eight columns, so
-- that a row with missing values has no longer header.
create table event (
  time       bigint not null,
  -- When the state began that ended with the event.
  since      bigint,
  tracker_id int not null,
  -- The fence, the alarm or the rule: distinguishes events of one kind and time.
  ref        int not null,
  latitude   int,
  longitude  int,
  kind       smallint not null,
  -- What else the kind has: see events/event-row.ts.
  data       jsonb,
  primary key (tracker_id, time, kind, ref)
) partition by range (time);
