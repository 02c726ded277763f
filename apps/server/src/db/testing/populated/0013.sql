-- What the program of 0013-report-keys.sql kept besides. Never edited once it is released.
update tracker set report_key_version = 2 where tracker_id = 1;
