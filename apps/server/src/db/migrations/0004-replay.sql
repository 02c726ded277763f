-- Replays that are shared, and what makes the history of a device worth more.

-- From when to when a link shows tracks, epoch milliseconds, both included; null: it shows the present.
alter table share_link add column replay_start bigint;
alter table share_link add column replay_end bigint;
alter table share_link add check ((replay_start is null) = (replay_end is null));

-- Notices of a tracker by the time of the report that caused them: for the line of a replay.
create index account_log_tracker_time on account_log (tracker_id, ((payload ->> 'time')::bigint))
  where kind = 'notice';

-- upload: what somebody sent, kept until the task that reads it has run; nobody gets it back.
alter table stored_file drop constraint stored_file_kind_check;
alter table stored_file add check (kind in ('picture', 'result', 'upload'));
