-- Activation and validity of devices.

-- When the first report was received, epoch milliseconds by the clock of the server. Written by the engine with the state.
alter table tracker_state add column activated_at bigint;

-- As well as it is known: the oldest position, not before the registration; without positions the last message.
update tracker_state set activated_at = greatest(
    (extract(epoch from tracker.created_at) * 1000)::bigint,
    coalesce((select time from position where position.tracker_id = tracker.tracker_id order by time limit 1), comm_time))
  from tracker
  where tracker.tracker_id = tracker_state.tracker_id
    and (comm_time is not null
      or exists (select from position where position.tracker_id = tracker_state.tracker_id));

create index tracker_valid_until on tracker (valid_until) where valid_until is not null;

-- Who changed the validity of a device, from and to when; null: unlimited.
create table validity_change (
  change_id   bigint generated always as identity primary key,
  tracker_id  int not null references tracker on delete cascade,
  -- The account that owned the device then: an owner after a transfer does not see the changes before it.
  account_id  int not null,
  changed_at  timestamptz not null,
  -- Null: not a user of the account, for example the operator. The login is empty if the author is not known.
  user_id     int,
  login       text not null,
  valid_from  timestamptz,
  valid_until timestamptz
);
create index on validity_change (tracker_id, change_id);

-- A trigger, so that no statement that changes a date can omit its record. The transaction names its author in the
-- setting `wakeline.author`, as JSON: {"userId": 1, "login": "ada", "at": 1780300800000}. A restore sets it to `none`,
-- because the backup contains the records.
create function record_validity() returns trigger language plpgsql as $$
declare
  author jsonb := coalesce(nullif(current_setting('wakeline.author', true), ''), '{}')::jsonb;
begin
  insert into validity_change (tracker_id, account_id, changed_at, user_id, login, valid_from, valid_until)
  values (
    new.tracker_id,
    new.account_id,
    coalesce(to_timestamp((author ->> 'at')::float8 / 1000), now()),
    (author ->> 'userId')::int,
    coalesce(author ->> 'login', ''),
    case when tg_op = 'UPDATE' then old.valid_until end,
    new.valid_until
  );
  return null;
end $$;
create trigger record_first_validity after insert on tracker for each row
  when (new.valid_until is not null and current_setting('wakeline.author', true) is distinct from 'none')
  execute function record_validity();
create trigger record_validity after update of valid_until on tracker for each row
  when (old.valid_until is distinct from new.valid_until
    and current_setting('wakeline.author', true) is distinct from 'none')
  execute function record_validity();

-- Notices before the expiry that were sent: once for each device, date and number of days.
create table expiry_notice (
  tracker_id  int not null references tracker on delete cascade,
  valid_until timestamptz not null,
  days        int not null,
  primary key (tracker_id, valid_until, days)
);
