-- The line of a task: TaskLine in packages/domain/src/rules/watch-task.ts. Null: none.
alter table watch_task add column line jsonb;
