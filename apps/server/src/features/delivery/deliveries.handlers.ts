import type { Db } from '../../db/database.ts';
import { sendEvent } from '../../db/notify.ts';
import { readDeliveries, requeueDeliveries } from '../../delivery/list-deliveries.ts';
import type { Handlers } from '../../http/handler.ts';
import { transactionAs } from '../../http/transaction-as.ts';
import { recordChange, requireManager } from './recipients.handlers.ts';

/** Messages to recipients, and the dead letters among them. */
export function deliveryHandlers(db: Db): Pick<Handlers, 'queryDeliveries' | 'retryDeliveries'> {
  return {
    async queryDeliveries({ state, pageIndex, pageSize }, caller) {
      requireManager(caller);
      return readDeliveries(db, caller.accountId, { state, pageIndex, pageSize });
    },

    async retryDeliveries({ deliveryIds }, caller, call) {
      requireManager(caller);
      const { accountId } = caller;
      return transactionAs(db, caller, call, async (tx) => {
        const retried = await requeueDeliveries(tx, accountId, deliveryIds, call.now);
        await sendEvent(tx, { type: 'deliveries', accountId });
        await recordChange(tx, caller, call, {
          action: 'retryDeliveries',
          target: '',
          after: { messages: retried },
        });
        return { retried };
      });
    },
  };
}
