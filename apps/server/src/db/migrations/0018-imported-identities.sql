-- What was imported from another system: a second import finds it again, whatever it is named now.
create table import_identity (
  account_id  int not null references account on delete cascade,
  -- The operator's name of the other system; its ids are unique within it and its kind of object.
  origin      text not null,
  kind        text not null check (kind in ('group', 'device', 'user', 'geofence')),
  source_id   bigint not null,
  target_type text not null check (target_type in ('group', 'tracker', 'user', 'fence', 'route')),
  target_id   int not null,
  -- Of a device, while an import runs: positions before it are stored, epoch ms.
  resume_at   bigint,
  primary key (account_id, origin, kind, source_id)
);
