-- What the program of 0047-overdue-notices.sql kept besides. Never edited once it is released.
insert into overdue_notice (flight_id, reason, planned_at)
select flight_id, 'takeoff', takeoff_time from flight order by flight_id limit 1;
