import { sendEvent } from '../../db/notify.ts';
import { type Command, readArguments } from '../command.ts';
import { CommandError } from '../command-error.ts';
import { parseInteger } from '../values.ts';

export const deleteUpdateCommand: Command = {
  summary: 'Delete an entry of the update log',
  usage: 'ID',
  help: 'ID is the number in the list of "updates".',

  prepare(args) {
    const { positionals } = readArguments(args, {}, { min: 1, max: 1 });
    const entryId = parseInteger('id', positionals[0] ?? '', 1, 2_147_483_647);

    return async ({ db, print }) => {
      await db.transaction().execute(async (tx) => {
        const row = await tx
          .deleteFrom('update_entry')
          .where('entry_id', '=', entryId)
          .returning('entry_id')
          .executeTakeFirst();
        if (row === undefined) throw new CommandError(`${entryId}: no such entry`);
        await sendEvent(tx, { type: 'changed', what: 'updates', accountId: null, userId: null });
      });
      print(`Deleted entry ${entryId}`);
    };
  },
};
