import { SATELLITE_ROLES } from '@wakeline/contract/roles';
import type { MessageGateway } from '@wakeline/domain/satellite/networks';
import type { Db } from '../../db/database.ts';
import { sendEvent } from '../../db/notify.ts';
import type { Handlers } from '../../http/handler.ts';
import { transactionAs } from '../../http/transaction-as.ts';
import { readQuota } from '../../satellite/edit-settings.ts';
import { readUsage } from '../../satellite/quota.ts';
import { readSendLimits } from '../../satellite/send-limits.ts';
import { countUnread, markSeen } from '../../satellite/unread.ts';
import { visibilityOf } from '../../satellite/visibility.ts';
import { canSendMessages, canSendUrgent } from './satellite.policy.ts';

type ConversationOperation = 'queryBdSendLimits' | 'queryEobBdUnread' | 'markEobBdMsgsSeen';

interface ConversationDependencies {
  readonly db: Db;
  /** The configured gateways. */
  readonly gateways: ReadonlySet<MessageGateway>;
}

/** What the screens of conversations need besides the messages. */
export function satelliteConversationHandlers({
  db,
  gateways,
}: ConversationDependencies): Pick<Handlers, ConversationOperation> {
  return {
    async queryBdSendLimits({ bdUserIds }, caller, { now }) {
      const limits = await readSendLimits(db, visibilityOf(caller), gateways, { bdUserIds, now });
      const { accountId } = caller;
      const monthlyQuota = await readQuota(db, accountId);
      const { costUnits } = await readUsage(db, accountId, now);
      return {
        list: limits.map(({ terminal, isConnected, ...limit }) => ({
          bdUserId: terminal.communication_account_id,
          bdUserName: terminal.name,
          cardNumber: terminal.card_number,
          network: terminal.network,
          trackerName: terminal.tracker_name,
          level: terminal.level,
          bits: terminal.bits,
          connected: isConnected,
          ...limit,
        })),
        quota: { monthlyQuota, costUnits },
        abilities: { send: canSendMessages(caller), urgent: canSendUrgent(caller) },
      };
    },

    async queryEobBdUnread(_payload, caller, { now }) {
      const { userId, roles } = caller;
      const unread = await Promise.all(
        SATELLITE_ROLES.filter((role) => roles.includes(role)).map(async (role) => ({
          role,
          ...(await countUnread(db, visibilityOf(caller, role), { userId, now })),
        })),
      );
      const newest = Math.max(0, ...unread.map(({ newestTime }) => newestTime ?? 0));
      return {
        unread: unread.map(({ role, count }) => ({ role, count })),
        newestTime: newest === 0 ? null : newest,
      };
    },

    async markEobBdMsgsSeen({ upTo }, caller, call) {
      await transactionAs(db, caller, call, async (tx) => {
        const { accountId, userId } = caller;
        if (await markSeen(tx, userId, Math.min(upTo, call.now)))
          await sendEvent(tx, { type: 'changed', what: 'satellite', accountId, userId });
      });
      return {};
    },
  };
}
