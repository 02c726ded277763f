-- What the program of 0017-thresholds.sql kept besides. Never edited once it is released.
update account set offline_minutes = 90, moving_speed = 8 where account_id = 1;
update unregistered_device set latitude = 53.5436, longitude = 9.9663, fix_time = '2026-11-20T12:00:00Z';
