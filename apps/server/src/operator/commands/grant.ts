import { grantRoles, type Term } from '../../features/plugins/grant.ts';
import { type Command, readArguments } from '../command.ts';
import { UsageError } from '../command-error.ts';
import { findAccount } from '../find-account.ts';
import { recordOperator } from '../record.ts';
import { formatTime, parseEndOfDay, parseInteger, parseRoles, ROLE_NAMES, shortName } from '../values.ts';

/** Ten years. */
const MAX_DAYS = 3_650;

export const grantCommand: Command = {
  summary: 'Grant functions to an account, or extend them',
  usage: 'ACCOUNT ROLE... [--until DATE | --days N]',
  help: `ACCOUNT is the login of the account's holder. Without an option the functions have no end date. The holder has them at
once, also in open consoles, and decides which other users of the account get them. ROLE "all" means all functions.

  --until DATE  valid until the end of this day in local time, for example 2027-01-31
  --days N      valid for N days more, from now or from a later end date

Functions:
  ${ROLE_NAMES}`,

  prepare(args) {
    const { values, positionals } = readArguments(
      args,
      { until: { type: 'string' }, days: { type: 'string' } },
      { min: 2, max: 100 },
    );
    const [login = '', ...names] = positionals;
    const roles = parseRoles(names);
    const { until, days } = values;
    if (until !== undefined && days !== undefined)
      throw new UsageError('--until and --days exclude each other');
    const end = until === undefined ? null : parseEndOfDay('until', until);
    const more = days === undefined ? null : parseInteger('days', days, 1, MAX_DAYS);

    return async ({ db, now, print }) => {
      if (end !== null && end.getTime() <= now) throw new UsageError(`--until: ${until} is in the past`);
      const { accountId } = await findAccount(db, login);
      const term: Term = more !== null ? { days: more, now } : end !== null ? { until: end } : null;
      const ends = await db.transaction().execute(async (tx) => {
        const granted = await grantRoles(tx, { accountId, roles, term });
        await recordOperator(tx, {
          accountId,
          now,
          command: 'grant',
          target: login,
          after: Object.fromEntries(granted.map(({ role, validUntil }) => [role, validUntil])),
        });
        return granted;
      });
      for (const { role, validUntil } of ends) {
        print(
          `${shortName(role)}: ${validUntil === null ? 'no end date' : `until ${formatTime(validUntil)}`}`,
        );
      }
    };
  },
};
