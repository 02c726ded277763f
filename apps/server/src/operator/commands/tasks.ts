import { FINISHED_STATES } from '@wakeline/contract/tasks';
import { TASK_DEFINITIONS } from '../../app/task-definitions.ts';
import { definitionOf } from '../../tasks/kinds.ts';
import { type Command, readArguments } from '../command.ts';
import { findAccount } from '../find-account.ts';
import { tableOf } from '../table.ts';
import { formatTime } from '../values.ts';

/** Maximum rows: the list is for human readers. */
const MAX_ROWS = 1_000;

export const tasksCommand: Command = {
  summary: 'List waiting and running batch tasks',
  usage: '[--account ACCOUNT] [--all]',
  help: `Newest first, at most ${MAX_ROWS}. "cancel-task" cancels a task by its number.

  --account ACCOUNT  only tasks of this account, by the login of its holder
  --all              include tasks that have ended`,

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
      const heading = ['TASK', 'LOGIN', 'CREATED', 'STATE', 'PROGRESS', 'ATTEMPTS', 'DESCRIPTION'];
      for (const line of tableOf(heading, rows)) print(line);
    };
  },
};
