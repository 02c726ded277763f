import { type Command, readArguments } from '../command.ts';
import { CommandError } from '../command-error.ts';
import { parseInteger } from '../values.ts';

/** As many as are made at once. */
const MAX_CODES = 1_000;
/** As large a number as arguments have. */
const MAX_NUMBER = 999_999_999;

export const withdrawCodesCommand: Command = {
  summary: 'makes activation codes worthless',
  usage: 'NUMBER...',
  help: `NUMBER is one of issued-codes; ${MAX_CODES} at most. All of them or, where one was used or is not there, none. What a used code
gave, revoke takes away.`,

  prepare(args) {
    const { positionals } = readArguments(args, {}, { min: 1, max: MAX_CODES });
    const numbers = [...new Set(positionals.map((text) => parseInteger('NUMBER', text, 1, MAX_NUMBER)))];

    return async ({ db, print }) => {
      await db.transaction().execute(async (tx) => {
        const deleted = await tx
          .deleteFrom('activation_code')
          .where('code_id', 'in', numbers)
          .where('used_at', 'is', null)
          .returning('code_id')
          .execute();
        const left = numbers.filter((number) => !deleted.some(({ code_id }) => code_id === number));
        if (left.length > 0) throw new CommandError(`${left.join(', ')}: no code that can still be used`);
      });
      print(`${numbers.length} withdrawn`);
    };
  },
};
