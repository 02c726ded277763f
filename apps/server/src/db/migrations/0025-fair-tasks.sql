-- Batch tasks run in turns between accounts, and failed ones can be retried.

-- Which queue the task is in; see tasks/workloads.ts.
alter table task add column workload text not null default 'large' check (workload in ('small', 'large', 'erasure'));
-- The turn of the task between those of other accounts: lower ones first.
alter table task add column round int not null default 0;
-- The current round is the highest of the started tasks.
create index on task (workload, round) where state not in ('waiting', 'cancelled');

-- 1 for the request, one more for each retry.
alter table task add column attempt int not null default 1;
-- The failed task that this one retries. A task is retried once; its retry can fail and be retried again.
alter table task add column retry_of int unique references task on delete set null;
