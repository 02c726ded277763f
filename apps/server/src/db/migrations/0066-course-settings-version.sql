-- The settings of an event have a version, like its objects: see docs/development/courses.md.
alter table course_event
  add column settings_version   int not null default 1,
  -- Login of the last editor of the settings; empty: unknown.
  add column settings_user      text not null default '',
  add column settings_edited_at timestamptz;
update course_event set settings_edited_at = edited_at;
alter table course_event
  alter column settings_version drop default,
  alter column settings_user drop default,
  alter column settings_edited_at set not null;
