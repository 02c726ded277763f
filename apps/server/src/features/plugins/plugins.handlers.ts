import { recordAudit } from '../../audit/record.ts';
import type { Db } from '../../db/database.ts';
import type { Handlers } from '../../http/handler.ts';
import { transactionAs } from '../../http/transaction-as.ts';
import { type Attempt, clearFailures, countAttempt } from '../../identity/lockout.ts';
import { grantRoles } from './grant.ts';
import { canActivate } from './plugins.policy.ts';
import { readDealer, readProducts, redeemCode } from './plugins.queries.ts';

type PluginOperation = 'allPluginProducts' | 'activatePlugins';

/** Functions of the product: lists those of the account and activates more. */
export function pluginHandlers(db: Db): Pick<Handlers, PluginOperation> {
  return {
    async allPluginProducts(_payload, caller, { now }) {
      const list = await readProducts(db, caller.accountId, now);
      const dealer = await readDealer(db, caller.accountId);
      return { list, total: list.length, dealer, abilities: { activate: canActivate(caller) } };
    },

    async activatePlugins({ code }, caller, call) {
      const { now, address } = call;
      const { accountId } = caller;
      // A used or expired code counts as a failure, too: otherwise its holder could guess without ever being locked.
      const attempt: Attempt = { method: 'activation', login: String(accountId), address, at: now };
      await countAttempt(db, attempt);
      return transactionAs(db, caller, call, async (tx) => {
        const { roles, days } = await redeemCode(tx, { code, accountId, now });
        const term = days === null ? null : { days, now };
        const ends = (await grantRoles(tx, { accountId, roles, term }))
          .map(({ validUntil }) => validUntil?.getTime())
          .filter((end) => end !== undefined);
        // The earliest end: until then all of the functions are active.
        const validUntil = ends.length === 0 ? null : Math.min(...ends);
        await recordAudit(tx, caller, call, {
          action: 'activatePlugins',
          target: caller.accountName,
          after: { roles, validUntil },
        });
        await clearFailures(tx, attempt);
        return { roles: [...roles], validUntil };
      });
    },
  };
}
