-- What the program of 0012-notice-records.sql kept besides. Never edited once it is released.
update account_log set kind = 'deleted', tracker_id = null, payload = '{}' where account_id = 1 and seq = 2;
