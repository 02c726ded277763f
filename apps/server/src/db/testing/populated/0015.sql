-- What the program of 0015-validity.sql kept besides. Never edited once it is released.
update tracker_state set activated_at = 1780300799000 where tracker_id = 1;
select set_config('wakeline.author', '{"userId": 1, "login": "ada", "at": 1780300800000}', true);
update tracker set valid_until = '2028-01-01 00:00+00' where tracker_id = 1;
insert into expiry_notice values (1, '2028-01-01 00:00+00', 30);
