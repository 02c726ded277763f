import { hashActivationCode, makeActivationCode } from '../../features/plugins/activation-code.ts';
import { type Command, readArguments } from '../command.ts';
import { UsageError } from '../command-error.ts';
import { parseEndOfDay, parseInteger, parseRoles, parseText, ROLE_NAMES } from '../values.ts';

const MAX_CODES = 1_000;
/** Characters that identify a code in a list without revealing it. */
const VISIBLE_CHARACTERS = 4;
/** Ten years. */
const MAX_DAYS = 3_650;

export const activationCodesCommand: Command = {
  summary: 'Create activation codes that add functions to an account',
  usage: '--roles ROLE,... [--count N] [--days N] [--expires DATE] [--note TEXT]',
  help: `Prints one code per line. Codes cannot be printed again: only their hashes and first characters are stored.
Each code works once. issued-codes lists codes, withdraw-codes revokes them.

  --roles ROLE,...  functions that a code adds; "all" for all functions
  --count N         number of codes (default: 1, maximum: ${MAX_CODES})
  --days N          duration of the functions in days (default: unlimited)
  --expires DATE    last day on which the codes can be used, in local time, for example 2027-01-31 (default: unlimited)
  --note TEXT       note stored with the codes, for example the customer

Functions:
  ${ROLE_NAMES}`,

  prepare(args) {
    const { values } = readArguments(args, {
      roles: { type: 'string', multiple: true },
      count: { type: 'string' },
      days: { type: 'string' },
      expires: { type: 'string' },
      note: { type: 'string' },
    });
    if (values.roles === undefined) throw new UsageError('--roles is required');
    const roles = parseRoles(values.roles);
    const count = parseInteger('count', values.count ?? '1', 1, MAX_CODES);
    const days = values.days === undefined ? null : parseInteger('days', values.days, 1, MAX_DAYS);
    const expires = values.expires === undefined ? null : parseEndOfDay('expires', values.expires);
    const note = values.note === undefined ? '' : parseText('note', values.note, 200);

    return async ({ db, now, print }) => {
      if (expires !== null && expires.getTime() <= now) {
        throw new UsageError(`--expires: ${values.expires} is in the past`);
      }
      const codes = Array.from({ length: count }, makeActivationCode);
      const rows = codes.flatMap((code) => {
        const code_hash = hashActivationCode(code);
        return code_hash === null
          ? []
          : [
              {
                code_hash,
                beginning: code.slice(0, VISIBLE_CHARACTERS),
                roles: [...roles],
                days,
                note,
                created_at: new Date(now),
                expires_at: expires,
              },
            ];
      });
      await db.transaction().execute((tx) => tx.insertInto('activation_code').values(rows).execute());
      for (const code of codes) print(code);
    };
  },
};
