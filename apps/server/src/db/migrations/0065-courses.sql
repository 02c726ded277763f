-- Orienteering events with their controls, courses, legs and people. See docs/development/courses.md.
create table course_event (
  event_id          int generated always as identity primary key,
  account_id        int not null references account on delete cascade,
  name              text not null,
  -- The day of a scheduled event.
  held_on           date,
  place             text not null,
  -- `eventSettings` of the contract, without name, date and place.
  settings          jsonb not null,
  -- Counts all changes; those of the settings and of deleted objects that are no longer known happened at these.
  revision          int not null,
  settings_revision int not null,
  purged_revision   int not null default 0,
  -- The Purple Pen file that the event came from.
  document          text,
  edited_at         timestamptz not null
);
create index course_event_edited on course_event (account_id, edited_at desc);
create index course_event_day on course_event (account_id, held_on) where held_on is not null;

create table course_object (
  event_id   int not null references course_event on delete cascade,
  kind       text not null check (kind in ('control', 'course', 'leg', 'person')),
  object_id  text not null,
  -- The order of the objects in the event.
  ordinal    bigint generated always as identity,
  version    int not null,
  -- Of the event, when the object changed last.
  revision   int not null,
  -- Normalized code of a control.
  code       text,
  -- The object of the contract; null: deleted.
  data       jsonb,
  user_name  text not null,
  edited_at  timestamptz not null,
  primary key (event_id, kind, object_id)
);
create unique index course_object_code on course_object (event_id, code) where code is not null;
create index course_object_revision on course_object (event_id, revision);

-- Courses as they were at one time, for races. They outlive their event.
create table course_version (
  version_id int generated always as identity primary key,
  account_id int not null references account on delete cascade,
  event_id   int references course_event on delete set null,
  course_id  text not null,
  number     int not null,
  name       text not null,
  -- `frozenCourse` of the contract.
  data       jsonb not null,
  user_name  text not null,
  created_at timestamptz not null
);
create unique index course_version_number on course_version (event_id, course_id, number);
create index course_version_account on course_version (account_id);
