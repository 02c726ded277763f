-- The last transaction of each partition of trackers. When another database server takes over, the number of a transaction
-- that was lost is used again, so it does not say whether that one was committed.
create table engine_commit (
  partition int primary key,
  token     uuid not null
);
