import { LIMITS } from '@wakeline/contract/limits';
import { cardKey } from '@wakeline/domain/satellite/card-number';
import { type AddressedText, parseTerminalText } from '@wakeline/domain/satellite/convention';
import type { MessageGateway } from '@wakeline/domain/satellite/networks';
import type { Tx } from '../../db/database.ts';
import { sendEvent } from '../../db/notify.ts';
import type { CommunicationAccountRow } from '../accounts.ts';
import { readNumberedContacts } from '../contacts.ts';
import { markNewest } from '../message-to-terminal.ts';
import { readConvention } from '../settings.ts';
import { MESSAGE_TTL_MS, storeParts } from '../store-parts.ts';
import { appendMessageNotice } from './message-notice.ts';
import { type SentLeg, sentLegOf } from './sent-leg.ts';
import type { TerminalMessage } from './terminal-message.ts';

export type TerminalOutcome = 'stored' | 'duplicate' | 'unknown-terminal';

/**
 * Stores a message of a terminal once, with its position, its notice, and the transmissions to its receiver. The gateway
 * confirms it after the commit, duplicates and those of unknown terminals too: it would repeat them forever.
 */
export async function receiveFromTerminal(
  tx: Tx,
  gateways: ReadonlySet<MessageGateway>,
  message: TerminalMessage,
): Promise<TerminalOutcome> {
  const terminal = await findTerminal(tx, message);
  if (terminal === undefined) return 'unknown-terminal';
  const addressed = await addressOf(tx, terminal, message);
  const leg = await sentLegOf(tx, gateways, terminal, addressed, message);
  const messageId = await insertReceived(tx, terminal, { message, addressed, leg });
  if (messageId === undefined) return 'duplicate';
  const { account_id: accountId, communication_account_id: terminalId } = terminal;
  const now = message.receivedAt;
  if (leg.parts.length > 0) {
    const { costUnits } = leg;
    await storeParts(tx, messageId, leg.parts, { accountId, costUnits, urgent: false, now });
  }
  await markNewest(tx, terminalId, messageId, new Date(now));
  if (addressed.text !== '') await appendMessageNotice(tx, terminal, messageId, addressed.text, message);
  await sendEvent(tx, { type: 'changed', what: 'satellite', accountId, userId: null });
  if (leg.parts.length > 0 || leg.isQuestion) await sendEvent(tx, { type: 'satellite-messages', accountId });
  if (terminal.tracker_id !== null && isReport(message))
    await sendEvent(tx, { type: 'satellite-positions', accountId });
  return 'stored';
}

/** Locks the terminal: its messages are stored one after the other. */
function findTerminal(
  tx: Tx,
  { cardNumber, network }: TerminalMessage,
): Promise<CommunicationAccountRow | undefined> {
  return tx
    .selectFrom('communication_account')
    .where('card_key', '=', cardKey(cardNumber) ?? '')
    .where('network', '=', network)
    .selectAll()
    .forNoKeyUpdate()
    .executeTakeFirst();
}

async function addressOf(
  tx: Tx,
  { account_id: accountId }: CommunicationAccountRow,
  { text, receiverCard }: TerminalMessage,
): Promise<AddressedText> {
  const written = (text ?? '').slice(0, LIMITS.satelliteText);
  if (receiverCard !== null) return { type: 'terminal-to-terminal', address: receiverCard, text: written };
  if (written.trim() === '') return { type: 'terminal-to-system', address: null, text: '' };
  const convention = await readConvention(tx, accountId);
  return parseTerminalText(written, convention, await readNumberedContacts(tx, accountId));
}

/** Whether it says something about the device that carries the terminal. */
function isReport({ position, alarms = [], clearsSos = false }: TerminalMessage): boolean {
  return position !== null || alarms.length > 0 || clearsSos;
}

interface Received {
  readonly message: TerminalMessage;
  readonly addressed: AddressedText;
  readonly leg: SentLeg;
}

/** Undefined: it was stored before. */
async function insertReceived(
  tx: Tx,
  terminal: CommunicationAccountRow,
  { message, addressed, leg }: Received,
): Promise<number | undefined> {
  const { position, alarms = [], clearsSos = false, estimate, receivedAt, writtenAt } = message;
  const at = new Date(receivedAt);
  const row = await tx
    .insertInto('satellite_message')
    .values({
      account_id: terminal.account_id,
      communication_account_id: terminal.communication_account_id,
      card_number: terminal.card_number,
      network: terminal.network,
      type: addressed.type,
      sender: terminal.card_number,
      receiver: addressed.address ?? '',
      content: addressed.text,
      urgent: false,
      state: leg.state,
      reason: leg.reason,
      cost_units: leg.costUnits,
      user_id: null,
      raw: Buffer.from(message.raw),
      received_by: message.gateway,
      received_key: message.key,
      reply_token: leg.replyToken,
      written_at: writtenAt === null ? null : new Date(writtenAt),
      ...(position !== null && {
        latitude: position.latitude,
        longitude: position.longitude,
        altitude: position.altitude,
        speed: position.speed,
        course: position.course,
        place_at: new Date(position.time ?? receivedAt),
      }),
      alarms: alarms.length === 0 ? null : alarms,
      clears_sos: clearsSos,
      position_state: terminal.tracker_id !== null && isReport(message) ? 'waiting' : null,
      ...(estimate !== null && {
        estimate_latitude: estimate.latitude,
        estimate_longitude: estimate.longitude,
        estimate_radius: estimate.radius,
      }),
      reply_due_at: leg.isQuestion ? at : null,
      created_at: at,
      changed_at: at,
      expires_at: new Date(receivedAt + MESSAGE_TTL_MS),
    })
    .onConflict((conflict) =>
      conflict.column('received_key').where('received_key', 'is not', null).doNothing(),
    )
    .returning('message_id')
    .executeTakeFirst();
  return row?.message_id;
}
