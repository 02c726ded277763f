-- Replays that are shared, and what makes the history of a device worth more.

-- From when to when a link shows tracks, epoch milliseconds, both included; null: it shows the present.
alter table share_link add column replay_start bigint;
alter table share_link add column replay_end bigint;
alter table share_link add check ((replay_start is null) = (replay_end is null));
