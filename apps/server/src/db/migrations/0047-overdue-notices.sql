-- Notices about overdue flights that were sent: one for each flight, reason and planned time.
create table overdue_notice (
  flight_id  int not null references flight on delete cascade,
  -- OVERDUE_REASONS in packages/domain/src/aviation/overdue-flight.ts.
  reason     text not null,
  planned_at timestamptz not null,
  primary key (flight_id, reason, planned_at)
);
