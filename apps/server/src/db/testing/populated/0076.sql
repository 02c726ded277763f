-- What the program of 0076-engine-commits.sql stores besides. Never edited once it is released.
insert into engine_commit (partition, token) values (0, '00000000-0000-4000-8000-000000000076');
