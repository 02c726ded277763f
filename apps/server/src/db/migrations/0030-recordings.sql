-- Photos and recordings of devices are kept in one table, with one quota and one retention.
alter table photo rename to device_media;
alter table device_media rename column photo_id to device_media_id;
alter table device_media add column kind text not null default 'photo' check (kind in ('photo', 'recording'));
alter table device_media alter column kind drop default;
-- Of a recording, as far as it can be played; null: not known.
alter table device_media add column duration_ms int;
-- Whether a recording ends before its bytes do, because the rest cannot be read.
alter table device_media add column damaged boolean not null default false;

-- Watches do not number their recordings: the content alone tells whether it was sent again.
drop index photo_content;
create unique index device_media_content on device_media (tracker_id, coalesce(media_id, -1), sha256)
  where file_id is not null;
create index device_media_kind on device_media (tracker_id, kind, taken_at desc, device_media_id desc);
drop index photo_tracker_id_taken_at_photo_id_idx;

-- recording: of a device, at an address of its own, as photos.
alter table stored_file drop constraint stored_file_kind_check;
alter table stored_file add check (kind in ('picture', 'result', 'upload', 'photo', 'recording'));
