-- What the program of 0051-task-flight.sql kept besides. Never edited once it is released.
update watch_task set flight_id = (select min(flight_id) from flight where flight.account_id = watch_task.account_id);
