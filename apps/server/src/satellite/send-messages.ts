import { NamedError } from '@wakeline/contract/errors';
import { LIMITS } from '@wakeline/contract/limits';
import { TERMINAL_GATEWAYS, type TerminalGateway } from '@wakeline/domain/satellite/networks';
import { splitForTerminal } from '@wakeline/domain/satellite/terminal-parts';
import { sql } from 'kysely';
import type { Tx } from '../db/database.ts';
import { lockAccount } from '../db/lock-account.ts';
import { sendEvent } from '../db/notify.ts';
import { type CommunicationAccountRow, lockCommunicationAccounts, type Visibility } from './accounts.ts';

/** Messages wait for at most as long as the gateway of Iridium keeps them. */
const TTL_MS = 5 * 86_400_000;

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
  gateways: ReadonlySet<TerminalGateway>,
  text: TextToTerminals,
): Promise<{ readonly messages: StoredMessage[]; readonly isRepeated: boolean }> {
  const { accountId } = visibility;
  // Also serializes calls with the same request key.
  await lockAccount(tx, accountId);
  const terminals = await lockCommunicationAccounts(tx, visibility, text.bdUserIds);
  const repeated = await findRepeated(tx, accountId, text);
  if (repeated !== null) return { messages: repeated, isRepeated: true };
  await requireRoom(tx, terminals);
  const messages: StoredMessage[] = [];
  for (const terminal of terminals) {
    const messageId = await storeText(tx, terminal, gateways, text);
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

async function requireRoom(tx: Tx, terminals: readonly CommunicationAccountRow[]): Promise<void> {
  const ids = terminals.map((terminal) => terminal.communication_account_id);
  const full = await tx
    .selectFrom('satellite_message')
    .where(sql<boolean>`communication_account_id = any (${ids}::int[])`)
    .where('state', 'in', ['waiting', 'submitted'])
    .groupBy('communication_account_id')
    .having((query) => query.fn.countAll<number>(), '>=', LIMITS.satelliteWaiting)
    .select('communication_account_id')
    .executeTakeFirst();
  if (full === undefined) return;
  const terminal = terminals.find((one) => one.communication_account_id === full.communication_account_id);
  throw new NamedError('satellite-waiting-limit', { terminal: terminal?.name ?? '' });
}

async function storeText(
  tx: Tx,
  terminal: CommunicationAccountRow,
  gateways: ReadonlySet<TerminalGateway>,
  { userId, sender, content, urgent, requestKey, now }: TextToTerminals,
): Promise<number> {
  const { account_id, communication_account_id, card_number, card_key, network, name } = terminal;
  const gateway = chooseGateway(terminal, gateways);
  if (gateway === undefined) throw new NamedError('terminal-unreachable', { terminal: name });
  const split = splitForTerminal(content, terminal, { urgent, maxParts: LIMITS.satelliteParts });
  if ('error' in split) {
    throw split.error === 'unencodable'
      ? new NamedError('satellite-characters-missing', {
          characters: split.characters.join('').slice(0, 100),
        })
      : new NamedError('satellite-text-too-long', { terminal: name, max: LIMITS.satelliteParts });
  }
  const at = new Date(now);
  const { message_id: messageId } = await tx
    .insertInto('satellite_message')
    .values({
      account_id,
      communication_account_id,
      card_number,
      network,
      type: 'system-to-terminal',
      sender,
      receiver: card_number,
      content,
      urgent,
      state: 'waiting',
      reason: null,
      cost_units: split.parts.length,
      user_id: userId,
      request_key: requestKey,
      created_at: at,
      changed_at: at,
      expires_at: new Date(now + TTL_MS),
    })
    .returning('message_id')
    .executeTakeFirstOrThrow();
  await tx
    .insertInto('satellite_part')
    .values(
      split.parts.map((part, index) => ({
        message_id: messageId,
        number: index + 1,
        gateway,
        lane: `${gateway} ${card_key}`,
        content: part,
        state: 'waiting' as const,
        reason: null,
        next_at: at,
        provider_id: null,
      })),
    )
    .execute();
  await tx
    .updateTable('communication_account')
    .set({ last_message_id: messageId, last_message_at: at })
    .where('communication_account_id', '=', communication_account_id)
    .execute();
  return messageId;
}

/** The gateway of the terminal; if it has none of its own, the first of its network that the server has. */
function chooseGateway(
  { gateway, network }: CommunicationAccountRow,
  gateways: ReadonlySet<TerminalGateway>,
): TerminalGateway | undefined {
  const possible: readonly TerminalGateway[] = gateway === null ? TERMINAL_GATEWAYS[network] : [gateway];
  return possible.find((name) => gateways.has(name));
}
