-- Matches with their race courses, classes, participants and the corrections of officials. See docs/development/races.md.
create table match (
  match_id   int generated always as identity primary key,
  account_id int not null references account on delete cascade,
  name       text not null,
  place      text not null,
  state      text not null check (state in ('draft', 'open', 'running', 'finished', 'archived')),
  start_at   timestamptz not null,
  end_at     timestamptz not null,
  -- Maps below the courses, the lowest first.
  maps       jsonb not null,
  -- `raceSettings` of the contract.
  settings   jsonb not null,
  -- `liveConf` of the contract: the public page.
  live_conf  jsonb not null default '{}',
  -- In the address of the public page.
  code       text not null unique,
  -- Counts the changes of the match and everything in it.
  revision   int not null default 1,
  edited_at  timestamptz not null
);
create index match_start on match (account_id, start_at desc);

create table match_course (
  course_id  int generated always as identity primary key,
  match_id   int not null references match on delete cascade,
  -- The version that it was copied from.
  version_id int references course_version,
  -- `raceCourseSource` of the contract.
  source     jsonb not null,
  -- `RaceCourse` of the domain.
  data       jsonb not null,
  created_at timestamptz not null
);
create index match_course_match on match_course (match_id);
create index match_course_version on match_course (version_id) where version_id is not null;

create table match_class (
  class_id   int generated always as identity primary key,
  match_id   int not null references match on delete cascade,
  name       text not null,
  course_id  int references match_course,
  start_mode text not null check (start_mode in ('mass', 'individual', 'wave')),
  -- Of a wave.
  start_at   timestamptz
);
create unique index match_class_name on match_class (match_id, lower(name));
create index match_class_course on match_class (course_id) where course_id is not null;

create table match_participant (
  participant_id int generated always as identity primary key,
  match_id       int not null references match on delete cascade,
  person_id      int references person on delete set null,
  number         text not null,
  name           text not null,
  club           text not null,
  nationality    text not null,
  gender         text not null check (gender in ('male', 'female', 'unspecified')),
  class_id       int references match_class,
  course_id      int references match_course,
  start_at       timestamptz,
  tracker_id     int references tracker on delete set null,
  -- The window of the device; null: derived from the start and the other participants of the device.
  tracker_from   timestamptz,
  tracker_to     timestamptz,
  color          text
);
create unique index match_participant_number on match_participant (match_id, lower(number)) where number <> '';
create unique index match_participant_person on match_participant (match_id, person_id) where person_id is not null;
create index match_participant_person_id on match_participant (person_id) where person_id is not null;
create index match_participant_tracker on match_participant (tracker_id) where tracker_id is not null;
create index match_participant_class on match_participant (class_id) where class_id is not null;
create index match_participant_course on match_participant (course_id) where course_id is not null;

-- Never changed: a later row of the same kind (and point) replaces an earlier one.
create table match_correction (
  correction_id  int generated always as identity primary key,
  match_id       int not null references match on delete cascade,
  participant_id int not null references match_participant on delete cascade,
  -- `correctionValue` of the contract.
  data           jsonb not null,
  reason         text not null,
  user_name      text not null,
  created_at     timestamptz not null
);
create index match_correction_match on match_correction (match_id);
create index match_correction_participant on match_correction (participant_id);
