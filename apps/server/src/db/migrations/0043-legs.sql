-- Legs of planes: one take-off to its landing, found from positions (docs/development/aviation.md).

create table leg (
  leg_id     int generated always as identity primary key,
  account_id int not null references account on delete cascade,
  plane_id   int not null references plane on delete cascade,
  -- The device that the plane carried; null: it was removed.
  tracker_id int references tracker on delete set null,
  -- By the device clock, epoch milliseconds. Null: it flies.
  started_at bigint not null,
  ended_at   bigint,
  -- `Leg` (packages/domain/src/aviation/leg.ts).
  found      jsonb not null,
  changed_at timestamptz not null,
  unique (tracker_id, started_at)
);
create index on leg (plane_id, started_at);
create index on leg (account_id, started_at);
