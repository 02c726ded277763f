insert into cluster_setting (partitions) values (8);
insert into cluster_member (member_id, host, pid, roles)
values ('6f1c1a0e-6f5d-4f0e-9a59-0d8d6a1f7a01', 'gateway-1', 12, '{gateway}');
insert into partition_offset (partition, stream, seq) values (3, '2026-11-01T00:00:00Z', 42);
