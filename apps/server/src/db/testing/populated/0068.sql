-- What the program of 0068-matches.sql kept besides. Never edited once it is released.
insert into match (account_id, name, place, state, start_at, end_at, maps, settings, live_conf,
  code, edited_at) values
  (1, 'Lake run', 'Guilin', 'running', '2026-06-07 08:00+00', '2026-06-07 14:00+00',
    '[{"kind": "raceLayer", "id": 1, "name": "Forest"}]', '{"delay": 30}',
    '{"title": "Lake run 2026"}', 'AAECAwQFBgcICQoL', '2026-06-01 08:00+00');
insert into match_course (match_id, version_id, source, data, created_at) values
  (1, 1, '{"kind": "version", "versionId": 1, "variation": null, "radius": 15}', '{"name": "Long", "points": []}',
    '2026-06-01 08:00+00');
insert into match_class (match_id, name, course_id, start_mode, start_at) values
  (1, 'Open', 1, 'wave', '2026-06-07 08:10+00');
insert into match_participant (match_id, person_id, number, name, club, nationality, gender, class_id, course_id, start_at,
  tracker_id, tracker_from, tracker_to, color) values
  (1, 1, 'A12', 'Anna Berg', 'OK Tuve', 'SWE', 'female', 1, 1, '2026-06-07 08:20+00', 1, '2026-06-07 08:00+00',
    '2026-06-07 12:00+00', '#c2185b');
insert into match_correction (match_id, participant_id, data, reason, user_name, created_at) values
  (1, 1, '{"kind": "status", "status": "disqualified"}', 'Wrong way', 'holder', '2026-06-07 13:00+00');
