-- Which store has the positions of devices. Without a row: this database.
create table history_location (
  is_only boolean primary key default true check (is_only),
  store   text not null check (store in ('postgresql', 'clickhouse'))
);

-- Weeks whose positions were compared in both stores and are the same, while positions are copied from one to the other.
create table history_copy_week (
  week        int primary key,
  -- What changes when the positions of the week change in a store.
  source_mark text not null,
  target_mark text not null
);
