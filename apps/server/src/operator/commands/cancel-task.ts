import { TASK_DEFINITIONS } from '../../app/task-definitions.ts';
import { cancelTask } from '../../tasks/cancel-task.ts';
import { type Command, readArguments } from '../command.ts';
import { withFiles } from '../open-files.ts';
import { recordOperator } from '../record.ts';
import { parseInteger } from '../values.ts';

export const cancelTaskCommand: Command = {
  summary: 'Cancel a batch task and undo its changes',
  usage: 'TASK',
  help: `TASK is the number in the list of "tasks". A waiting task is cancelled at once. A running task is stopped and what it has
stored is deleted; if no server is running, this happens at the next start. Deleting a track cannot be cancelled.`,

  prepare(args) {
    const { positionals } = readArguments(args, {}, { min: 1, max: 1 });
    const taskId = parseInteger('task', positionals[0] ?? '', 1, 999_999_999);

    return async (context) => {
      const { db, now, print } = context;
      const { state, upload } = await db.transaction().execute(async (tx) => {
        const cancelled = await cancelTask(tx, TASK_DEFINITIONS, taskId, { by: 'operator' });
        const { account_id: accountId, kind } = cancelled.task;
        const target = `${kind} ${taskId}`;
        await recordOperator(tx, { accountId, now, command: 'cancel-task', target });
        return cancelled;
      });
      print(state === 'cancelled' ? `Cancelled task ${taskId}` : `Cancelling task ${taskId}`);
      if (upload !== null) await withFiles(context, (files) => files.dropUpload(upload));
    };
  },
};
