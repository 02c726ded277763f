-- Trackers of planes that sent late positions: their legs are found again (docs/development/aviation.md).
create table leg_recompute (
  tracker_id int primary key references tracker on delete cascade,
  -- The oldest and the newest late position, by the device clock, epoch milliseconds.
  from_time  bigint not null,
  to_time    bigint not null,
  -- When the first and the newest of them were received.
  since      timestamptz not null,
  marked_at  timestamptz not null
);
