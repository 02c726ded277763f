-- The device table: its search, and its order by name, which is the default.

-- What a search looks at, in lower case: comparing one column is four times as fast as comparing four without case.
-- The separator keeps a search from matching across two values.
alter table tracker add column search text collate "C" not null
  generated always as (lower(name || E'\x1f' || imei || E'\x1f' || label || E'\x1f' || iot_card)) stored;
create index tracker_account_name on tracker (account_id, name, tracker_id);
