-- People with the history of their devices (docs/development/races.md).

create table person (
  person_id    int generated always as identity primary key,
  account_id   int not null references account on delete cascade,
  -- Null: none.
  race_number  text,
  name         text not null,
  gender       text not null check (gender in ('male', 'female', 'unspecified')),
  age          smallint,
  -- Code of the IOC (packages/domain/src/people/countries.ts).
  nationality  text,
  phone        text not null,
  communication_account_id int references communication_account on delete set null,
  tracker_id   int references tracker on delete set null,
  photo_file_id text references stored_file on delete set null,
  emergency_contact_name  text not null,
  emergency_contact_phone text not null,
  club         text not null,
  note         text not null,
  status       text not null check (status in ('IN_RACE', 'WITHDRAWN')),
  -- Null: never withdrawn.
  status_changed_at timestamptz,
  created_at   timestamptz not null,
  changed_at   timestamptz not null
);
create unique index person_race_number on person (account_id, upper(race_number));
create unique index person_tracker on person (tracker_id);
create index person_name on person (account_id, name, person_id);
create index on person (communication_account_id) where communication_account_id is not null;
create index on person (photo_file_id) where photo_file_id is not null;

-- Devices that a person has had. Name and number stay when the device is deleted.
create table person_binding (
  binding_id   int generated always as identity primary key,
  person_id    int not null references person on delete cascade,
  tracker_id   int references tracker on delete set null,
  tracker_name text not null,
  imei         text not null,
  bound_at     timestamptz not null,
  -- Logins. Empty: the author is not known.
  bound_by     text not null,
  -- Null: the device is bound.
  unbound_at   timestamptz,
  unbound_by   text
);
create index on person_binding (person_id, binding_id);
create index on person_binding (tracker_id);

-- As the trigger of planes (0041-planes.sql).
create function record_person_binding() returns trigger language plpgsql as $$
declare
  author jsonb := coalesce(nullif(current_setting('wakeline.author', true), ''), '{}')::jsonb;
  changed_at timestamptz := coalesce(to_timestamp((author ->> 'at')::float8 / 1000), now());
  login text := coalesce(author ->> 'login', '');
begin
  update person_binding set unbound_at = changed_at, unbound_by = login
    where person_id = new.person_id and unbound_at is null;
  insert into person_binding (person_id, tracker_id, tracker_name, imei, bound_at, bound_by)
    select new.person_id, tracker_id, name, imei, changed_at, login from tracker
    where tracker_id = new.tracker_id;
  return null;
end $$;
create trigger record_first_person_binding after insert on person for each row
  when (new.tracker_id is not null and current_setting('wakeline.author', true) is distinct from 'none')
  execute function record_person_binding();
create trigger record_person_binding after update of tracker_id on person for each row
  when (old.tracker_id is distinct from new.tracker_id
    and current_setting('wakeline.author', true) is distinct from 'none')
  execute function record_person_binding();

-- Photos of people, readable by users who may see people.
alter table stored_file drop constraint stored_file_kind_check;
alter table stored_file add check
  (kind in ('picture', 'result', 'upload', 'photo', 'recording', 'report', 'source', 'tiles', 'portrait'));
