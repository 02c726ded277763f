import { NamedError } from '@wakeline/contract/errors';
import type { MessageGateway } from '@wakeline/domain/satellite/networks';
import type { Tx } from '../db/database.ts';
import { lockAccount } from '../db/lock-account.ts';
import { sendEvent } from '../db/notify.ts';
import { lockCommunicationAccounts, type Visibility } from './accounts.ts';
import { requireRoom, storeMessageToTerminal } from './message-to-terminal.ts';

export interface TextToTerminals {
  readonly userId: number;
  /** Login of the sender. */
  readonly sender: string;
  readonly bdUserIds: readonly number[];
  readonly content: string;
  readonly urgent: boolean;
  readonly requestKey: string | null;
  readonly now: number;
}

interface StoredMessage {
  readonly bdUserId: number;
  readonly messageId: number;
}

/**
 * Stores a text to each of the terminals with its transmissions, before any of it is submitted.
 *
 * @param gateways that the server has
 * @throws NamedError `communication-account-unknown`, `terminal-unreachable`, `satellite-characters-missing`,
 *   `satellite-text-too-long`, `satellite-waiting-limit`, `satellite-request-conflict`
 */
export async function storeTexts(
  tx: Tx,
  visibility: Visibility,
  gateways: ReadonlySet<MessageGateway>,
  text: TextToTerminals,
): Promise<{ readonly messages: StoredMessage[]; readonly isRepeated: boolean }> {
  const { accountId } = visibility;
  // Also serializes calls with the same request key.
  await lockAccount(tx, accountId);
  const terminals = await lockCommunicationAccounts(tx, visibility, text.bdUserIds);
  const repeated = await findRepeated(tx, accountId, text);
  if (repeated !== null) return { messages: repeated, isRepeated: true };
  for (const terminal of terminals) await requireRoom(tx, terminal);
  const messages: StoredMessage[] = [];
  for (const terminal of terminals) {
    const { sender, content, urgent, userId, requestKey, now } = text;
    const messageId = await storeMessageToTerminal(tx, gateways, terminal, {
      type: 'system-to-terminal',
      sender,
      content,
      urgent,
      now,
      columns: { user_id: userId, request_key: requestKey },
    });
    messages.push({ bdUserId: terminal.communication_account_id, messageId });
  }
  await sendEvent(tx, { type: 'satellite-messages', accountId });
  return { messages, isRepeated: false };
}

/** The messages of an earlier call; null: there was none. */
async function findRepeated(
  tx: Tx,
  accountId: number,
  { requestKey, bdUserIds, content, urgent }: TextToTerminals,
): Promise<StoredMessage[] | null> {
  if (requestKey === null) return null;
  const rows = await tx
    .selectFrom('satellite_message')
    .where('account_id', '=', accountId)
    .where('request_key', '=', requestKey)
    .select(['message_id', 'communication_account_id', 'content', 'urgent'])
    .orderBy('message_id')
    .execute();
  if (rows.length === 0) return null;
  const isSame =
    rows.length === new Set(bdUserIds).size &&
    rows.every(
      (row) =>
        row.content === content &&
        row.urgent === urgent &&
        row.communication_account_id !== null &&
        bdUserIds.includes(row.communication_account_id),
    );
  if (!isSame) throw new NamedError('satellite-request-conflict');
  return rows.map((row) => ({ bdUserId: row.communication_account_id ?? 0, messageId: row.message_id }));
}
