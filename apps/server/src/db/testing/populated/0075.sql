-- What the program of 0075-account-limits.sql stores besides. Never edited once it is released.
update account set max_positions_per_second = 500, max_consoles = 20, max_file_bytes = 10000000000 where account_id = 1;
insert into account_intake (account_id, member, measured_at, positions_per_second, limited_at) values
  (1, '', '2026-06-07 09:30+00', 412.5, '2026-06-07 09:29+00');
