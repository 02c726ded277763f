-- What the program of 0011-plain-coordinates.sql kept besides. Never edited once it is released.
update account set plain_coordinates = true where account_id = 1;
