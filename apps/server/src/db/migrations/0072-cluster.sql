-- A server of several processes (docs/development/cluster.md).
create table cluster_setting (
  only_row   boolean primary key default true check (only_row),
  -- Part of the names of streams and subjects: clusters can share NATS servers.
  cluster_id uuid not null default gen_random_uuid(),
  partitions int not null check (partitions > 0)
);

create table cluster_member (
  member_id  uuid primary key,
  host       text not null,
  pid        int not null,
  roles      text[] not null,
  started_at timestamptz not null default now(),
  -- Renewed each second. The process has ended, or is cut off from the database, when it is old.
  seen_at    timestamptz not null default now()
);

-- The last message of the stream of a partition whose reports are stored.
create table partition_offset (
  partition  int primary key,
  -- Creation of the stream: numbers of another one with the same name begin again.
  stream     timestamptz not null,
  seq        bigint not null
);

-- The gateway that has sent an instruction decides about it; null: a server without a cluster.
alter table instruction add column member_id uuid;
