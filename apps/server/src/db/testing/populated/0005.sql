-- What the program of 0005-device-proof.sql kept besides. Never edited once it is released.
update tracker set protocol = 'gt06' where tracker_id = 2;
insert into refused_device values (2, 'other-protocol', 'osmand', '192.0.2.7', '2026-06-01 08:00+00', '2026-06-01 08:10+00', 5000000000);
