-- What the program of 0014-device-table.sql kept besides: nothing, the new column is generated. Never edited once it is released.
update tracker set label = '14' where tracker_id = 1;
