import { type Command, readArguments } from '../command.ts';
import { CommandError } from '../command-error.ts';
import { parseInteger } from '../values.ts';

/** The same maximum as for creating codes. */
const MAX_CODES = 1_000;
/** Maximum of integer arguments. */
const MAX_NUMBER = 999_999_999;

export const withdrawCodesCommand: Command = {
  summary: 'Revoke activation codes',
  usage: 'NUMBER...',
  help: `NUMBER is the number in the list of issued-codes; at most ${MAX_CODES}. If one of them was used or does not exist, none is
revoked. Use "revoke" for the functions of a used code.`,

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
        const missing = numbers.filter((number) => !deleted.some(({ code_id }) => code_id === number));
        if (missing.length > 0) throw new CommandError(`${missing.join(', ')}: no usable code`);
      });
      print(`Revoked ${numbers.length} ${numbers.length === 1 ? 'code' : 'codes'}`);
    };
  },
};
