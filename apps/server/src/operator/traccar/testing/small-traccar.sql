-- The small Traccar of the exports of H2, for MariaDB.
insert into tc_groups (name, groupid) values ('Fleet ''A''', null), ('北方
x;y', 1);
insert into tc_devices (name, uniqueid, groupid, phone, category, disabled, expirationtime) values ('Tug', '861000000000001', 2, '+86', 'boat', false, '2037-01-01 00:00:00'), ('Smile 😀 \\ back', '861000000000002', null, null, null, true, null);
insert into tc_geofences (name, area, attributes) values ('Basin', 'CIRCLE (36.075 120.29, 500)', '{"color": "#ff0000"}');
insert into tc_group_geofence values (1, 1);
insert into tc_users (name, email, readonly, administrator, disabled, expirationtime) values ('Mei', 'mei@example.com', true, false, false, '2020-02-02 10:20:30.5');
insert into tc_user_group (userid, groupid) values (2, 1);
insert into tc_positions (protocol, deviceid, devicetime, fixtime, valid, latitude, longitude, altitude, speed, course, attributes, accuracy) values
 ('gt06', 1, '2026-11-01 10:00:00.123456', '2026-11-01 10:00:00.123456', true, 36.0000001, -120.5, 12.5, 10, 271.25, '{"batteryLevel":88.0,"note":"it''s 中文"}', 0),
 ('gt06', 2, '2026-11-01 10:00:00', '2026-11-01 10:00:00', false, 1.0E-5, 120, null, 0.1, null, null, null),
 ('gt06', 1, '2026-11-01 09:00:00', '2026-11-01 09:00:00', true, 36, 120, 0, 0, 0, '{}', 5);
