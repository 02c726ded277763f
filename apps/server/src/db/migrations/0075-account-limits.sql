-- What the operator limits an account to. Null: unlimited.
alter table account
  add column max_positions_per_second int check (max_positions_per_second > 0),
  add column max_consoles             int check (max_consoles > 0),
  add column max_file_bytes           bigint check (max_file_bytes >= 0);

-- What a server receives from the devices of an account with a limit of positions.
create table account_intake (
  account_id           int not null references account on delete cascade,
  member               text not null,
  measured_at          timestamptz not null,
  positions_per_second real not null,
  -- When reading from a device last paused because of the limit.
  limited_at           timestamptz,
  primary key (account_id, member)
);
