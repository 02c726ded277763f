-- The only protocol by which the device may report. Null: any.
alter table tracker add column protocol text;

-- Registered devices whose reports were refused, each with the latest refusal.
create table refused_device (
  tracker_id int primary key references tracker on delete cascade,
  -- Why: a name of the contract's `REFUSALS`.
  reason     text not null,
  protocol   text not null,
  address    text not null,
  first_time timestamptz not null,
  last_time  timestamptz not null,
  count      bigint not null
);
create index on refused_device (last_time);
