import { recordAudit } from '../../audit/record.ts';
import type { Db } from '../../db/database.ts';
import type { Handlers } from '../../http/handler.ts';
import { transactionAs } from '../../http/transaction-as.ts';
import { insertVouchers, readVouchers, revokeVouchers } from '../../live-events/vouchers.ts';
import { lockMatch, lockOpenMatch, readMatch } from '../../races/matches.ts';

type VoucherOperation = 'createVouchers' | 'queryVouchers' | 'revokeVoucher';

/** Labels of revoked vouchers that the audit log quotes. */
const MAX_QUOTED = 5;

/** Vouchers with which viewers of a live event buy gifts. */
export function voucherHandlers(db: Db): Pick<Handlers, VoucherOperation> {
  return {
    async createVouchers({ uid: _, matchId, ...form }, caller, call) {
      return transactionAs(db, caller, call, async (tx) => {
        const match = await lockOpenMatch(tx, caller.accountId, matchId);
        const author = { userName: caller.login, now: call.now };
        const vouchers = await insertVouchers(tx, matchId, form, author);
        await recordAudit(tx, caller, call, { action: 'createVouchers', target: match.name, after: form });
        return { vouchers };
      });
    },

    async queryVouchers({ matchId, keywords, pageIndex, pageSize }, caller, { now }) {
      await readMatch(db, caller.accountId, matchId);
      return readVouchers(db, matchId, { keywords, pageIndex, pageSize, now });
    },

    async revokeVoucher({ matchId, voucherIds }, caller, call) {
      await transactionAs(db, caller, call, async (tx) => {
        const match = await lockMatch(tx, caller.accountId, matchId);
        const rows = await revokeVouchers(tx, matchId, voucherIds, call.now);
        const labels = rows.slice(0, MAX_QUOTED).map(({ label, code_end }) => `${label} …${code_end}`);
        await recordAudit(tx, caller, call, {
          ...{ action: 'revokeVoucher', target: match.name, before: { labels, count: rows.length } },
        });
      });
      return {};
    },
  };
}
