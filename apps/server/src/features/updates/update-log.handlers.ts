import type { Db } from '../../db/database.ts';
import { sendEvent } from '../../db/notify.ts';
import type { Handlers } from '../../http/handler.ts';
import { markUpdatesRead, readAcknowledgedUpdate, readUpdatePage } from './update-log.queries.ts';

type UpdateLogOperation = 'queryUpdateLog' | 'readUpdateLog';

/** Update log of the product. It has no policy: all signed-in users read the same entries. */
export function updateLogHandlers(db: Db): Pick<Handlers, UpdateLogOperation> {
  return {
    async queryUpdateLog({ pageIndex, pageSize }, caller) {
      const [page, readTo] = await Promise.all([
        readUpdatePage(db, caller, { pageIndex, pageSize }),
        readAcknowledgedUpdate(db, caller.userId),
      ]);
      return { ...page, readTo };
    },

    async readUpdateLog({ noticeId }, { userId, accountId }) {
      await db.transaction().execute(async (tx) => {
        const isNewlyRead = await markUpdatesRead(tx, userId, noticeId);
        // Closes the dialog in other windows of the user.
        if (isNewlyRead) await sendEvent(tx, { type: 'changed', what: 'updates', accountId, userId });
      });
      return {};
    },
  };
}
