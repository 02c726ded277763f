import { grantRoles, type Term } from '../../features/plugins/grant.ts';
import { type Command, readArguments } from '../command.ts';
import { UsageError } from '../command-error.ts';
import { findAccount } from '../find-account.ts';
import { recordOperator } from '../record.ts';
import { formatTime, parseEndOfDay, parseInteger, parseRoles, ROLE_NAMES, shortName } from '../values.ts';

/** Ten years. */
const MAX_DAYS = 3_650;

export const grantCommand: Command = {
  summary: 'gives an account functions, or lengthens them',
  usage: 'ACCOUNT ROLE... [--until DATE | --days N]',
  help: `ACCOUNT is the login of the account's holder. Without an option the functions have no end. The holder has them at once, in
open consoles too; whom else of the account he gives them to is his to say. "all": every function.

  --until DATE  until the end of that day (2027-01-31, by this machine's clock)
  --days N      so many days more, from now or from the end that is still to come

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
    if (until !== undefined && days !== undefined) throw new UsageError('--until or --days, not both');
    const end = until === undefined ? null : parseEndOfDay('until', until);
    const more = days === undefined ? null : parseInteger('days', days, 1, MAX_DAYS);

    return async ({ db, now, print }) => {
      if (end !== null && end.getTime() <= now) throw new UsageError(`--until: ${until} is over`);
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
          `${shortName(role)}: ${validUntil === null ? 'without end' : `until ${formatTime(validUntil)}`}`,
        );
      }
    };
  },
};
