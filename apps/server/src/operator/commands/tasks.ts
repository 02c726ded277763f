import { FINISHED_STATES } from '@wakeline/contract/tasks';
import { TASK_DEFINITIONS } from '../../app/task-definitions.ts';
import { definitionOf } from '../../tasks/kinds.ts';
import { type Command, readArguments } from '../command.ts';
import { findAccount } from '../find-account.ts';
import { tableOf } from '../table.ts';
import { formatTime } from '../values.ts';

/** A list that a person reads. */
const MAX_ROWS = 1_000;

export const tasksCommand: Command = {
  summary: 'lists the batch tasks that wait or run',
  usage: '[--account ACCOUNT] [--all]',
  help: `Newest first, ${MAX_ROWS} at most. "cancel-task" cancels one of them by its number.

  --account ACCOUNT  only tasks of this account, by the login of its holder
  --all              also those that have ended`,

  prepare(args) {
    const { values } = readArguments(args, { account: { type: 'string' }, all: { type: 'boolean' } });
    return async ({ db, print }) => {
      const accountId =
        values.account === undefined ? null : (await findAccount(db, values.account)).accountId;
      const tasks = await db
        .selectFrom('task')
        .leftJoin('app_user', 'app_user.user_id', 'task.user_id')
        .$if(accountId !== null, (query) => query.where('task.account_id', '=', accountId))
        .$if(values.all !== true, (query) => query.where('state', 'not in', [...FINISHED_STATES]))
        .select([
          'task_id',
          'login',
          'kind',
          'subject',
          'state',
          'progress',
          'task.created_at',
          'open_attempts',
        ])
        .orderBy('task_id', 'desc')
        .limit(MAX_ROWS)
        .execute();
      const rows = tasks.map((task) => [
        String(task.task_id),
        task.login ?? '',
        formatTime(task.created_at),
        task.state,
        `${Math.floor(task.progress)}%`,
        String(task.open_attempts),
        definitionOf(TASK_DEFINITIONS, task.kind)?.name(task.subject).en_US ?? task.kind,
      ]);
      const heading = ['TASK', 'LOGIN', 'SINCE', 'STATE', 'DONE', 'ATTEMPTS', 'WHAT'];
      for (const line of tableOf(heading, rows)) print(line);
    };
  },
};
