-- What the program of 0065-courses.sql kept besides. Never edited once it is released.
insert into course_event (account_id, name, held_on, place, settings, revision, settings_revision, purged_revision, document,
  edited_at) values
  (1, 'Spring training', '2026-06-07', 'Tuve', '{"map": null, "mapScale": 15000, "printScale": 10000, "firstCode": 31,
    "notes": ""}', 4, 1, 2, '<course-scribe-event />', '2026-06-01 08:00+00');
insert into course_object (event_id, kind, object_id, version, revision, code, data, user_name, edited_at) values
  (1, 'control', 'a', 2, 3, '31', '{"id": "a", "kind": "other", "special": null, "code": "31", "coordinates": [12, 57.7],
    "description": {"D": "2.4"}, "numberLocation": null, "circleGaps": []}', 'holder', '2026-06-01 08:00+00'),
  (1, 'course', 'k', 1, 4, null, null, 'holder', '2026-06-01 08:00+00');
insert into course_version (account_id, event_id, course_id, number, name, data, user_name, created_at) values
  (1, 1, 'k', 1, 'Long', '{"settings": {}, "course": {}, "controls": [], "legs": []}', 'holder', '2026-06-01 08:00+00');
