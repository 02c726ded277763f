-- Planned flights (docs/development/aviation.md). Owned by apps/server/src/aviation.
create table flight (
  flight_id       int generated always as identity primary key,
  account_id      int not null references account on delete cascade,
  flight_number   text not null,
  plane_id        int references plane on delete set null,
  -- `FlightPlace` in apps/server/src/aviation/flights.ts: its name stays when a landing place is deleted.
  departure       jsonb not null,
  arrival         jsonb not null,
  -- Planned off-block time (EOBT), and estimated arrival.
  takeoff_time    timestamptz not null,
  arrival_time    timestamptz not null,
  route_id        int references route on delete set null,
  -- Ident of an airport.
  alternate       text,
  people_on_board int,
  note            text not null,
  -- Flights of one weekly repeat have the id of its first flight. Null: a single flight.
  series_id       int,
  -- The leg that was found of this flight.
  leg_id          int references leg on delete set null,
  cancelled_at    timestamptz,
  created_at      timestamptz not null,
  changed_at      timestamptz not null,
  check (takeoff_time < arrival_time)
);
create index on flight (account_id, takeoff_time, flight_id);
create index on flight (plane_id, takeoff_time);
create index on flight (route_id);
create unique index flight_leg on flight (leg_id);
