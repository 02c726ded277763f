-- photo: of a device, seen by those who may see the device.
alter table stored_file drop constraint stored_file_kind_check;
alter table stored_file add check (kind in ('picture', 'result', 'upload', 'photo'));

-- Photos that devices took. A row without a file is one that was refused.
create table photo (
  photo_id       int generated always as identity primary key,
  tracker_id     int not null references tracker on delete cascade,
  -- The instruction that requested it; null: none is known.
  instruction_id int references instruction on delete set null,
  -- As the device numbers it; null: it was refused before its number arrived.
  media_id       bigint,
  channel        int,
  -- Null: the device does not say.
  cause          text,
  taken_at       timestamptz not null,
  received_at    timestamptz not null,
  latitude       double precision,
  longitude      double precision,
  file_id        text unique references stored_file on delete cascade,
  bytes          int,
  -- Pixels.
  width          int,
  height         int,
  sha256         bytea,
  refusal        text,
  check ((file_id is null) = (refusal is not null))
);
create index on photo (tracker_id, taken_at desc, photo_id desc);
create index on photo (instruction_id) where instruction_id is not null;
-- A device sends a photo again until it is acknowledged.
create unique index photo_content on photo (tracker_id, media_id, sha256) where file_id is not null;

-- The numbers of the photos that a device announced as the result of an instruction.
alter table instruction add column media_ids bigint[] not null default '{}';

-- Text messages that the gateway delivered: it repeats them until it gets a response.
create table inbound_sms (
  message_key bytea primary key,
  received_at timestamptz not null
);
create index on inbound_sms (received_at);
