-- Live video of matches, and recordings of it. See docs/operating/video.md.
create table match_video (
  match_id     int primary key references match on delete cascade,
  -- SHA-256 of the stream key; null: there is none.
  key_hash     bytea unique,
  key_at       timestamptz,
  -- Of the key before it, so that the log can name it.
  revoked_hash bytea,
  -- Streams are recorded; recordings are public after the end.
  record       boolean not null default false,
  publish      boolean not null default false,
  -- The state follows from these times: packages/domain/src/races/video-state.ts.
  started_at   timestamptz,
  seen_at      timestamptz,
  publishing   boolean not null default false,
  ended_at     timestamptz
);

create table match_recording (
  recording_id int generated always as identity primary key,
  match_id     int not null references match on delete cascade,
  started_at   timestamptz not null,
  -- The next three: null while it is being recorded.
  file_id      text references stored_file on delete cascade,
  seconds      real,
  bytes        bigint
);
create index match_recording_match on match_recording (match_id, started_at desc);
create unique index match_recording_file on match_recording (file_id);

-- Recordings of live video, at addresses of their own.
alter table stored_file drop constraint stored_file_kind_check;
alter table stored_file add check
  (kind in ('picture', 'result', 'upload', 'photo', 'recording', 'report', 'source', 'tiles', 'portrait', 'video'));
