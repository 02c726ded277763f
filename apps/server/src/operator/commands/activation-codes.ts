import { hashActivationCode, makeActivationCode } from '../../features/plugins/activation-code.ts';
import { type Command, readArguments } from '../command.ts';
import { UsageError } from '../command-error.ts';
import { parseEndOfDay, parseInteger, parseRoles, parseText, ROLE_NAMES } from '../values.ts';

const MAX_CODES = 1_000;
/** By which a code is known again in a list, without being told. */
const VISIBLE_CHARACTERS = 4;
/** Ten years. */
const MAX_DAYS = 3_650;

export const activationCodesCommand: Command = {
  summary: 'makes codes by which holders add functions to their accounts',
  usage: '--roles ROLE,... [--count N] [--days N] [--expires DATE] [--note TEXT]',
  help: `Prints the codes, one a line. They are not to be had a second time: only their hashes and first characters are kept.
Each is used once. issued-codes lists them, withdraw-codes makes one worthless.

  --roles ROLE,...  functions that a code adds; "all": every one
  --count N         how many codes; by default 1, ${MAX_CODES} at most
  --days N          for how many days; by default without end
  --expires DATE    the last day on which a code may be used (2027-01-31, by this machine's clock); by default any
  --note TEXT       kept with the codes: for whom they are

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
    if (values.roles === undefined) throw new UsageError('--roles: which functions?');
    const roles = parseRoles(values.roles);
    const count = parseInteger('count', values.count ?? '1', 1, MAX_CODES);
    const days = values.days === undefined ? null : parseInteger('days', values.days, 1, MAX_DAYS);
    const expires = values.expires === undefined ? null : parseEndOfDay('expires', values.expires);
    const note = values.note === undefined ? '' : parseText('note', values.note, 200);

    return async ({ db, now, print }) => {
      if (expires !== null && expires.getTime() <= now) {
        throw new UsageError(`--expires: ${values.expires} is over`);
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
