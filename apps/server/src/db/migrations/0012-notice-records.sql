-- Notices that can be deleted, and found by device and by time.

-- deleted: the entry keeps its number until it is 7 days old, so that consoles can continue the log from before it. It holds nothing.
alter table account_log drop constraint account_log_kind_check;
alter table account_log add check (kind in ('notice', 'deleted'));

create index account_log_tracker on account_log (account_id, tracker_id, seq) where kind = 'notice';
create index account_log_created on account_log (account_id, created_at) where kind = 'notice';
