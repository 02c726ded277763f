-- What the program of 0077-history-location.sql stores besides. Never edited once it is released.
insert into history_location (store) values ('postgresql');
insert into history_copy_week (week, source_mark, target_mark) values (2950, '10 0', 'a');
