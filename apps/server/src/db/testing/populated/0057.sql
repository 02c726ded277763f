update account
set min_trip_metres = 800, min_trip_minutes = 4, min_stop_minutes = 10, gap_minutes = 30, night_start = 21, night_end = 5
where account_id = 1;
update device_day set night_time = 1200000, night_metres = 9500.5;
