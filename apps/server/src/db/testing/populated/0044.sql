-- What the program of 0044-task-lines.sql kept besides. Never edited once it is released.
update watch_task set line = '{"routeId": 1, "limit": 100, "lowest": 500, "highest": null}';
