import { NamedError } from '@wakeline/contract/errors';
import { LIMITS } from '@wakeline/contract/limits';
import type { MessageType } from '@wakeline/domain/satellite/message-types';
import {
  type MessageGateway,
  TERMINAL_GATEWAYS,
  type TerminalGateway,
} from '@wakeline/domain/satellite/networks';
import { splitForTerminal } from '@wakeline/domain/satellite/terminal-parts';
import { type Insertable, sql } from 'kysely';
import type { Tx } from '../db/database.ts';
import type { Schema } from '../db/schema.ts';
import type { CommunicationAccountRow } from './accounts.ts';
import { MESSAGE_TTL_MS, type PartToStore, storeParts } from './store-parts.ts';

export interface MessageToTerminal {
  readonly type: MessageType;
  readonly sender: string;
  readonly content: string;
  readonly urgent: boolean;
  readonly now: number;
  readonly columns?: Partial<Insertable<Schema['satellite_message']>>;
}

/** @throws NamedError `satellite-waiting-limit`: too many messages wait for the terminal */
export async function requireRoom(
  tx: Tx,
  { communication_account_id: id, name }: CommunicationAccountRow,
): Promise<void> {
  const { count } = await tx
    .selectFrom('satellite_message')
    .where('communication_account_id', '=', id)
    .where('state', 'in', ['waiting', 'submitted'])
    .select((query) => query.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  if (count >= LIMITS.satelliteWaiting) throw new NamedError('satellite-waiting-limit', { terminal: name });
}

/**
 * Stores a text to a terminal with its transmissions, before any of it is submitted. Returns its id.
 *
 * @param gateways that the server has
 * @throws NamedError `terminal-unreachable`, `satellite-characters-missing`, `satellite-text-too-long`
 */
export async function storeMessageToTerminal(
  tx: Tx,
  gateways: ReadonlySet<MessageGateway>,
  terminal: CommunicationAccountRow,
  message: MessageToTerminal,
): Promise<number> {
  const { account_id, communication_account_id, card_number, network } = terminal;
  const { type, sender, content, urgent, now, columns } = message;
  const parts = partsTo(terminal, gateways, message);
  const at = new Date(now);
  const { message_id: messageId } = await tx
    .insertInto('satellite_message')
    .values({
      account_id,
      communication_account_id,
      card_number,
      network,
      type,
      sender,
      receiver: card_number,
      content,
      urgent,
      state: 'waiting',
      reason: null,
      cost_units: parts.length,
      user_id: null,
      created_at: at,
      changed_at: at,
      expires_at: new Date(now + MESSAGE_TTL_MS),
      ...columns,
    })
    .returning('message_id')
    .executeTakeFirstOrThrow();
  await storeParts(tx, messageId, parts, { accountId: account_id, costUnits: parts.length, urgent, now });
  await markNewest(tx, communication_account_id, messageId, at);
  return messageId;
}

/**
 * The transmissions of a text to a terminal.
 *
 * @throws NamedError `terminal-unreachable`, `satellite-characters-missing`, `satellite-text-too-long`
 */
export function partsTo(
  terminal: CommunicationAccountRow,
  gateways: ReadonlySet<MessageGateway>,
  { content, urgent }: Pick<MessageToTerminal, 'content' | 'urgent'>,
): readonly PartToStore[] {
  const { card_number: receiver, card_key, frequency, name } = terminal;
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
  const { lane, pause } = laneOf(gateway, card_key, frequency);
  return split.parts.map((text) => ({ gateway, lane, receiver, content: text, pause }));
}

/**
 * The command machine has one card that sends, and says how long it pauses. Other gateways send to each terminal separately;
 * its receipts use its own card, so its service frequency is kept.
 */
export function laneOf(
  gateway: MessageGateway,
  key: string,
  frequency: number | null,
): { readonly lane: string; readonly pause: number | null } {
  return gateway === 'beidou-machine'
    ? { lane: gateway, pause: null }
    : { lane: `${gateway} ${key}`, pause: frequency };
}

/** The newest message of a terminal, for the list of conversations. */
export async function markNewest(tx: Tx, terminalId: number, messageId: number, at: Date): Promise<void> {
  await tx
    .updateTable('communication_account')
    .set({ last_message_id: messageId, last_message_at: at })
    .where('communication_account_id', '=', terminalId)
    .where(sql<boolean>`coalesce(last_message_id, 0) < ${messageId}`)
    .execute();
}

/** The gateway of the terminal; if it has none of its own, the first of its network that the server has. */
export function chooseGateway(
  { gateway, network }: CommunicationAccountRow,
  gateways: ReadonlySet<MessageGateway>,
): TerminalGateway | undefined {
  const possible: readonly TerminalGateway[] = gateway === null ? TERMINAL_GATEWAYS[network] : [gateway];
  return possible.find((name) => gateways.has(name));
}
