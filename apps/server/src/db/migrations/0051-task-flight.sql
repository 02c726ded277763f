-- The planned flight that a task watches; null: none, or it was deleted.
alter table watch_task add column flight_id int references flight on delete set null;
create index on watch_task (flight_id);
