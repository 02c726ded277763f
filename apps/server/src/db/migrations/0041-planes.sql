-- Planes with the history of their devices, and landing places of accounts (docs/development/aviation.md).

create table plane (
  plane_id    int generated always as identity primary key,
  account_id  int not null references account on delete cascade,
  tail_number text not null,
  -- 24-bit address of the transponder, lower case.
  hex_address text,
  -- Number of the kind (packages/domain/src/aviation/aircraft-kind.ts).
  kind        smallint not null,
  model       text not null,
  layout      text not null,
  group_id    int references tracker_group on delete set null,
  icon        text not null,
  tracker_id  int references tracker on delete set null,
  -- Differences from the limits of the kind.
  thresholds  jsonb not null,
  note        text not null,
  created_at  timestamptz not null,
  changed_at  timestamptz not null
);
create unique index plane_tail_number on plane (account_id, tail_number);
create unique index plane_hex_address on plane (account_id, hex_address);
create unique index plane_tracker on plane (tracker_id);
create index on plane (group_id);

-- Devices that a plane has had on board. Name and number stay when the device is deleted.
create table plane_binding (
  binding_id   int generated always as identity primary key,
  plane_id     int not null references plane on delete cascade,
  tracker_id   int references tracker on delete set null,
  tracker_name text not null,
  imei         text not null,
  bound_at     timestamptz not null,
  -- Logins. Empty: the author is not known.
  bound_by     text not null,
  -- Null: the device is on board.
  unbound_at   timestamptz,
  unbound_by   text
);
create index on plane_binding (plane_id, binding_id);
create index on plane_binding (tracker_id);

-- A trigger, so that the history also has the end of a binding when a device is deleted or moved to another account. The
-- author is that of `record_validity` (0015-validity.sql); a restore sets it to `none`.
create function record_plane_binding() returns trigger language plpgsql as $$
declare
  author jsonb := coalesce(nullif(current_setting('wakeline.author', true), ''), '{}')::jsonb;
  changed_at timestamptz := coalesce(to_timestamp((author ->> 'at')::float8 / 1000), now());
  login text := coalesce(author ->> 'login', '');
begin
  update plane_binding set unbound_at = changed_at, unbound_by = login
    where plane_id = new.plane_id and unbound_at is null;
  insert into plane_binding (plane_id, tracker_id, tracker_name, imei, bound_at, bound_by)
    select new.plane_id, tracker_id, name, imei, changed_at, login from tracker
    where tracker_id = new.tracker_id;
  return null;
end $$;
create trigger record_first_plane_binding after insert on plane for each row
  when (new.tracker_id is not null and current_setting('wakeline.author', true) is distinct from 'none')
  execute function record_plane_binding();
create trigger record_plane_binding after update of tracker_id on plane for each row
  when (old.tracker_id is distinct from new.tracker_id
    and current_setting('wakeline.author', true) is distinct from 'none')
  execute function record_plane_binding();

create table landing_place (
  landing_place_id int generated always as identity primary key,
  account_id int not null references account on delete cascade,
  name       text not null,
  -- Own short code, upper case.
  code       text,
  latitude   float8 not null,
  longitude  float8 not null,
  -- Metres above sea level.
  elevation  float8,
  -- Metres.
  radius     int not null,
  note       text not null
);
create unique index landing_place_code on landing_place (account_id, code);
create index landing_place_name on landing_place (account_id, name, landing_place_id);
