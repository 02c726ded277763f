-- How batch tasks end: also cancelled, and given up when they ended the server with them.

-- cancelling: somebody asked for the end of a task that runs; whoever runs it takes back what it has done.
alter table task drop constraint task_state_check;
alter table task add check (state in ('waiting', 'running', 'cancelling', 'cancelled', 'done', 'failed'));

-- Attempts that began and never came to an end: one of them is the one that runs, the others ended with their server.
alter table task add column open_attempts int not null default 0;

-- Times of the positions that an import has stored, a row for each of its transactions: if it does not come to its end, they go.
create table import_chunk (
  chunk_id int generated always as identity primary key,
  task_id  int not null references task on delete cascade,
  times    bigint[] not null
);
create index on import_chunk (task_id);
