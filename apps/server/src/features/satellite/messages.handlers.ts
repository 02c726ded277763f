import { NamedError } from '@wakeline/contract/errors';
import type { SatelliteMessage } from '@wakeline/contract/satellite/messages';
import type { MessageGateway } from '@wakeline/domain/satellite/networks';
import { recordAudit } from '../../audit/record.ts';
import type { Db, Tx } from '../../db/database.ts';
import { sendEvent } from '../../db/notify.ts';
import type { Handlers } from '../../http/handler.ts';
import { transactionAs } from '../../http/transaction-as.ts';
import type { Caller } from '../../identity/caller.ts';
import { requireCommunicationAccount } from '../../satellite/accounts.ts';
import { lockMessage, recordOutcome } from '../../satellite/part-states.ts';
import { returnQuota } from '../../satellite/quota.ts';
import { readConversation } from '../../satellite/read-conversation.ts';
import {
  findMessage,
  type MessageRow,
  readConversations,
  readMessages,
  readParts,
  readSteps,
} from '../../satellite/read-messages.ts';
import { storeTexts } from '../../satellite/send-messages.ts';
import { visibilityOf } from '../../satellite/visibility.ts';
import { readWaits, withWaits } from '../../satellite/waits.ts';
import { canSendMessages, requireUrgent } from './satellite.policy.ts';

type MessageOperation =
  | 'sendEobBdMsg'
  | 'queryEobBdMsgs'
  | 'queryHistoryEobBdMsgs'
  | 'queryEobBdMsgSteps'
  | 'cancelEobBdMsg'
  | 'resendEobBdMsg';

export interface SatelliteMessageDependencies {
  readonly db: Db;
  /** The configured gateways. */
  readonly gateways: ReadonlySet<MessageGateway>;
}

/** Messages to and from satellite terminals. */
export function satelliteMessageHandlers({
  db,
  gateways,
}: SatelliteMessageDependencies): Pick<Handlers, MessageOperation> {
  return {
    async sendEobBdMsg({ bdUserIds, content, urgent, requestKey = null }, caller, call) {
      if (urgent) requireUrgent(caller);
      const text = content.trim();
      return transactionAs(db, caller, call, async (tx) => {
        const { userId, login: sender } = caller;
        const result = await storeTexts(tx, visibilityOf(caller), gateways, {
          userId,
          sender,
          bdUserIds,
          content: text,
          urgent,
          requestKey,
          now: call.now,
        });
        await recordAudit(tx, caller, call, {
          action: 'sendEobBdMsg',
          target: text.slice(0, 64),
          after: { count: result.messages.length },
        });
        await notifyConsoles(tx, caller);
        return result;
      });
    },

    async queryEobBdMsgs({ bdUserId, role, keywords, pageSize, before }, caller, { now }) {
      const visibility = visibilityOf(caller, role);
      const page = { before, limit: pageSize + 1 };
      if (bdUserId === undefined) {
        const rows = await readConversations(db, visibility, keywords, page);
        return presentPage(await withWaits(db, rows, now), pageSize, caller);
      }
      const terminal = await requireCommunicationAccount(db, visibility, bdUserId);
      const rows = await readConversation(db, visibility, terminal, page);
      return presentPage(await withWaits(db, rows, now), pageSize, caller);
    },

    async queryHistoryEobBdMsgs({ uid: _, role, pageSize, before, ...filter }, caller, { now }) {
      const { bdUserId, startTime, endTime } = filter;
      if (startTime !== undefined && endTime !== undefined && startTime > endTime)
        throw new NamedError('time-order');
      const visibility = visibilityOf(caller, role);
      if (bdUserId !== undefined) await requireCommunicationAccount(db, visibility, bdUserId);
      const rows = await readMessages(db, visibility, filter, { before, limit: pageSize + 1 });
      return presentPage(await withWaits(db, rows, now), pageSize, caller);
    },

    async queryEobBdMsgSteps({ messageId }, caller, { now }) {
      const [row] = await withWaits(db, [await requireMessage(db, caller, messageId)], now);
      if (row === undefined) throw new NamedError('satellite-message-unknown');
      const parts = await readParts(db, messageId);
      const steps = await readSteps(db, messageId);
      const waits = (await readWaits(db, [messageId], now)).get(messageId);
      return {
        message: present(row, canSendMessages(caller)),
        parts: parts.map((part) => ({
          text: part.content,
          receiver: part.receiver,
          gateway: part.gateway,
          state: part.state,
          reason: (waits?.get(part.part_id) ?? part).reason,
          attempts: part.attempts,
          providerId: part.provider_id,
        })),
        steps: steps.map((step) => ({
          time: step.at.getTime(),
          part: step.number,
          state: step.state,
          reason: step.reason,
          evidence: step.evidence,
          detail: step.detail,
        })),
      };
    },

    async cancelEobBdMsg({ messageId }, caller, call) {
      await transactionAs(db, caller, call, async (tx) => {
        const row = await lockVisible(tx, caller, messageId);
        const parts = await readParts(tx, messageId);
        if (parts.length === 0 || parts.some(({ state }) => state !== 'waiting'))
          throw new NamedError('satellite-message-submitted');
        const outcome = { state: 'failed', at: call.now, reason: 'recalled' } as const;
        for (const { part_id: partId } of parts)
          await recordOutcome(tx, { partId, attempt: null }, { outcome, nextAt: null, detail: '' });
        // What waits for the quota is not counted yet.
        if (row.reason !== 'quota') {
          const counted = { units: row.cost_units, countedAt: row.created_at.getTime() };
          await returnQuota(tx, caller.accountId, counted, call.now);
        }
        await recordAudit(tx, caller, call, { action: 'cancelEobBdMsg', target: row.content.slice(0, 64) });
      });
      return {};
    },

    async resendEobBdMsg({ messageId }, caller, call) {
      return transactionAs(db, caller, call, async (tx) => {
        const row = await lockVisible(tx, caller, messageId);
        if (!canResend(row)) throw new NamedError('satellite-message-unfinished');
        const { communication_account_id: bdUserId, content, urgent } = row;
        if (bdUserId === null) throw new NamedError('communication-account-unknown');
        if (urgent) requireUrgent(caller);
        const { messages } = await storeTexts(tx, visibilityOf(caller), gateways, {
          userId: caller.userId,
          sender: caller.login,
          bdUserIds: [bdUserId],
          content,
          urgent,
          requestKey: null,
          now: call.now,
        });
        await recordAudit(tx, caller, call, { action: 'resendEobBdMsg', target: content.slice(0, 64) });
        await notifyConsoles(tx, caller);
        return { messageId: messages[0]?.messageId ?? messageId };
      });
    },
  };
}

/** @throws NamedError `satellite-message-unknown` when the user sees no such message */
async function requireMessage(db: Db, caller: Caller, messageId: number): Promise<MessageRow> {
  const row = await findMessage(db, visibilityOf(caller), messageId);
  if (row === undefined) throw new NamedError('satellite-message-unknown');
  return row;
}

async function lockVisible(tx: Tx, caller: Caller, messageId: number): Promise<MessageRow> {
  await requireMessage(tx, caller, messageId);
  await lockMessage(tx, messageId);
  return requireMessage(tx, caller, messageId);
}

function canResend({ type, state }: Pick<MessageRow, 'type' | 'state'>): boolean {
  return type === 'system-to-terminal' && (state === 'failed' || state === 'expired');
}

type PresentedRow = Awaited<ReturnType<typeof withWaits<MessageRow>>>[number];

function present(row: PresentedRow, canSend: boolean): SatelliteMessage {
  return {
    messageId: row.message_id,
    bdUserId: row.communication_account_id,
    bdUserName: row.terminal_name,
    cardNumber: row.card_number,
    network: row.network,
    type: row.type,
    sender: row.sender,
    receiver: row.receiver,
    content: row.content,
    urgent: row.urgent,
    state: row.state,
    reason: row.reason,
    earliestTime: row.earliest_at?.getTime() ?? null,
    parts: row.cost_units,
    createTime: row.created_at.getTime(),
    changeTime: row.changed_at.getTime(),
    expireTime: row.expires_at.getTime(),
    writtenTime: row.written_at?.getTime() ?? null,
    receivedBy: row.received_by,
    replyTo: row.reply_to,
    place: presentPlace(row),
    estimate: presentEstimate(row),
    abilities: {
      cancel: canSend && row.state === 'waiting',
      resend: canSend && canResend(row) && row.communication_account_id !== null,
    },
  };
}

function presentPlace({ latitude, longitude, altitude, place_at, created_at }: MessageRow) {
  if (latitude === null || longitude === null) return null;
  return { latitude, longitude, altitude, time: (place_at ?? created_at).getTime() };
}

function presentEstimate({ estimate_latitude, estimate_longitude, estimate_radius }: MessageRow) {
  if (estimate_latitude === null || estimate_longitude === null || estimate_radius === null) return null;
  return { latitude: estimate_latitude, longitude: estimate_longitude, radius: estimate_radius };
}

/** @param rows one more than the page, if there is a next one */
function presentPage(rows: readonly PresentedRow[], pageSize: number, caller: Caller) {
  const canSend = canSendMessages(caller);
  const list = rows.slice(0, pageSize).map((row) => present(row, canSend));
  const last = rows.length > pageSize ? list.at(-1) : undefined;
  const next = last === undefined ? null : { createTime: last.createTime, messageId: last.messageId };
  return { list, next };
}

async function notifyConsoles(tx: Tx, { accountId }: Caller): Promise<void> {
  await sendEvent(tx, { type: 'changed', what: 'satellite', accountId, userId: null });
}
