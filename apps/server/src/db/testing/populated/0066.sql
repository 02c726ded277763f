-- What the program of 0066-course-settings-version.sql stores. Never edited once it is released.
insert into course_event (account_id, name, held_on, place, settings, revision, settings_revision, purged_revision, document,
  edited_at, settings_version, settings_user, settings_edited_at) values
  (1, 'Autumn training', '2026-10-04', 'Tuve', '{"map": null, "mapScale": 10000, "printScale": 10000, "firstCode": 31,
    "notes": ""}', 7, 5, 0, null, '2026-09-01 08:00+00', 3, 'holder', '2026-08-01 08:00+00');
