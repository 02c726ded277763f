import { type Command, readArguments } from '../command.ts';
import { CommandError } from '../command-error.ts';
import { wholeNumberOf } from '../values.ts';

/** As many as are made at once. */
const MOST_CODES = 1_000;
/** As large a number as arguments have. */
const LAST_NUMBER = 999_999_999;

export const withdrawCodesCommand: Command = {
  summary: 'makes activation codes worthless',
  usage: 'NUMBER...',
  help: `NUMBER is one of issued-codes; ${MOST_CODES} at most. All of them or, where one was used or is not there, none. What a used code
gave, revoke takes away.`,

  prepare(args) {
    const { positionals } = readArguments(args, {}, { least: 1, most: MOST_CODES });
    const numbers = [...new Set(positionals.map((text) => wholeNumberOf('NUMBER', text, 1, LAST_NUMBER)))];

    return async ({ db, print }) => {
      await db.transaction().execute(async (tx) => {
        const gone = await tx
          .deleteFrom('activation_code')
          .where('code_id', 'in', numbers)
          .where('used_at', 'is', null)
          .returning('code_id')
          .execute();
        const left = numbers.filter((number) => !gone.some(({ code_id }) => code_id === number));
        if (left.length > 0) throw new CommandError(`${left.join(', ')}: no code that can still be used`);
      });
      print(`${numbers.length} withdrawn`);
    };
  },
};
