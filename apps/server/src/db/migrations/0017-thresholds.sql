-- Minutes without a message after which a device is offline, and km/h from which it counts as moving.
alter table account
  add column offline_minutes int not null default 10 check (offline_minutes between 1 and 10080),
  add column moving_speed int not null default 5 check (moving_speed between 1 and 100);

-- The last position of an unregistered device, if its frames had one.
alter table unregistered_device
  add column latitude float8,
  add column longitude float8,
  add column fix_time timestamptz,
  add constraint unregistered_position check (num_nulls(latitude, longitude, fix_time) in (0, 3));
