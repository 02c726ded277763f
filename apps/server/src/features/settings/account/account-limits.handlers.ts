import type { Db } from '../../../db/database.ts';
import { readFileBytes } from '../../../files/account-quota.ts';
import type { Handlers } from '../../../http/handler.ts';

/** Milliseconds after which a measured rate is not that of the last seconds any more. */
const MAX_AGE = 30_000;

export interface AccountLimitsDependencies {
  readonly db: Db;
  /** Number of open consoles of an account. */
  readonly countConsoles: (accountId: number) => number;
}

/** What the operator limits an account to (`npm run admin -- limits`). */
export function accountLimitsHandlers({
  db,
  countConsoles,
}: AccountLimitsDependencies): Pick<Handlers, 'queryAccountLimits'> {
  return {
    async queryAccountLimits(_payload, { accountId }, { now }) {
      const account = await db
        .selectFrom('account')
        .where('account_id', '=', accountId)
        .select(['max_positions_per_second', 'max_consoles', 'max_file_bytes'])
        .executeTakeFirstOrThrow();
      return {
        positionsPerSecond: {
          limit: account.max_positions_per_second,
          ...(account.max_positions_per_second === null
            ? { used: null, limitedAt: null }
            : await readIntake(db, accountId, now)),
        },
        consoles: { limit: account.max_consoles, used: countConsoles(accountId) },
        fileBytes: { limit: account.max_file_bytes, used: await readFileBytes(db, accountId) },
      };
    },
  };
}

/** What all processes together receive of an account. */
async function readIntake(db: Db, accountId: number, now: number) {
  const rows = await db
    .selectFrom('account_intake')
    .where('account_id', '=', accountId)
    .select(['measured_at', 'positions_per_second', 'limited_at'])
    .execute();
  const current = rows.filter(({ measured_at }) => now - measured_at.getTime() < MAX_AGE);
  const times = rows.flatMap(({ limited_at }) => limited_at?.getTime() ?? []);
  return {
    used: current.reduce((sum, row) => sum + row.positions_per_second, 0),
    limitedAt: times.length === 0 ? null : Math.max(...times),
  };
}
