-- What the program of 0003-map-objects.sql kept besides. Never edited once it is released.
update tracker_group set parent_id = 1 where group_id = 2;
insert into fence (account_id, group_id, name, type, data, color, display, notice, hold_seconds, hold_metres, note) values
  (1, 1, '港界 Port limits', 'POLYGON', '{"rings": [[[120.1, 36.0], [120.3, 36.0], [120.2, 36.1]]]}', '#1c7ed6', 'SHOW', 'BOTH', 10, 30, ''),
  (1, null, 'Anchorage', 'CIRCULAR', '{"center": [120.47, 35.97], "radius": 2600}', '#5f3dc4', 'HIDE', 'IN', 0, 0, 'deep');
insert into label_point (account_id, group_id, name, latitude, longitude, icon_url, color, display, note, images) values
  (1, 1, '码头', 36.075, 120.29, 'anchor', '#1c7ed6', 'SHOW', '', '{AAAAAAAAAAAAAAAAAAAAAA}');
insert into route (account_id, name, type, origin, color, weight, display, flags, data_points, line, length, point_count, start_name, end_name, note) values
  (1, 'Fairway', 'drive', 'drawn', '#5f3dc4', 5, 'SHOW', '[]', '[[120.9, 35.78], [120.2, 36.03]]', '[[120.9, 35.78], [120.2, 36.03]]', 69012.5, 2, 'Sea', 'Berth', '');
insert into tracker_icon (account_id, name, file_id) values (1, 'gull', 'AAAAAAAAAAAAAAAAAAAAAA');
insert into map_layer (account_id, name, file_id, width, height, layer_points, map_points, opacity, sort, display) values
  (1, 'Plan', 'AAAAAAAAAAAAAAAAAAAAAA', 100, 80, '[{"x": 0, "y": 0}]', '[[120.1, 36.2]]', 75, 0, 'SHOW');
insert into user_display values (1, 1, null, 'HIDE'), (1, null, null, 'SHOW');
insert into sos_lift values (1, 1, '2026-06-01 08:02+00', 1);
insert into share_link (account_id, user_id, name, code_hash, back_minutes, created_at, expires_at) values
  (1, 1, 'Regatta', '\x12', 60, '2026-06-01 08:00+00', '2026-09-01 08:00+00');
insert into share_tracker values (1, 1, 0);
insert into geocoded values (360751, 1202901, 'zh_CN', '山东省青岛市', '2026-06-01 08:00+00');
