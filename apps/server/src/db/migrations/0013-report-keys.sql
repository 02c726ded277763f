-- Counts the renewals of the key by which the device proves who it is (OsmAnd over HTTPS).
alter table tracker add column report_key_version int not null default 0;
