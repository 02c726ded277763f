import { LIMITS } from '@wakeline/contract/limits';
import { addressKey } from '@wakeline/domain/satellite/card-number';
import { type ContactKind, DEFAULT_CONVENTION, parseCardText } from '@wakeline/domain/satellite/convention';
import type { MessageFailure } from '@wakeline/domain/satellite/message-states';
import type { MessageType } from '@wakeline/domain/satellite/message-types';
import type { MessageGateway } from '@wakeline/domain/satellite/networks';
import type { Db, Tx } from '../../db/database.ts';
import { sendEvent } from '../../db/notify.ts';
import type { CommunicationAccountRow } from '../accounts.ts';
import { noteContactWrote } from '../contacts.ts';
import { requireRoom, storeMessageToTerminal } from '../message-to-terminal.ts';
import { readConvention } from '../settings.ts';
import { countWritten, WRITTEN_PER_HOUR } from './recent-messages.ts';
import { failureOf } from './sent-leg.ts';

/** What a phone, an e-mail or a WeChat user writes to a terminal. */
export interface PeerMessage {
  readonly kind: ContactKind;
  /** Normalized: digits with an optional +, an address in lower case, an openid. */
  readonly address: string;
  /** The same for two deliveries of one message, unique on the server. */
  readonly key: string;
  readonly raw: Uint8Array | null;
  readonly text: string;
  /** Epoch milliseconds. */
  readonly receivedAt: number;
  /** In the address that an e-mail was sent to; null: none. */
  readonly replyToken: string | null;
  /** Card that the extension code of an SMS gateway names; null: none. */
  readonly card: string | null;
}

/**
 * - `duplicate`: it was stored before
 * - `no-terminal`: it names none, and none wrote to this address lately
 * - `unknown-terminal`: of the card number that it names
 * - `not-allowed`: the account of the terminal has no such contact
 * - `too-many`: the contact wrote too often
 * - others: as `MessageFailure`
 */
export type PeerOutcome =
  | { readonly outcome: 'stored'; readonly messageId: number }
  | {
      readonly outcome:
        | 'duplicate'
        | 'no-terminal'
        | 'unknown-terminal'
        | 'not-allowed'
        | 'too-many'
        | 'empty'
        | MessageFailure;
    };

const TYPES: Readonly<Record<ContactKind, MessageType>> = {
  phone: 'phone-to-terminal',
  email: 'email-to-terminal',
  wechat: 'wechat-to-terminal',
};
const GATEWAYS = { phone: 'sms', email: 'email', wechat: 'wechat' } as const;

/** How long an answer goes to the terminal that wrote last. */
const CONVERSATION_MS = 7 * 86_400_000;

/** Stores a message to a terminal once, if it comes from a contact of the account. */
export async function receiveFromPeer(
  tx: Tx,
  gateways: ReadonlySet<MessageGateway>,
  message: PeerMessage,
): Promise<PeerOutcome> {
  if (await isStored(tx, message.key)) return { outcome: 'duplicate' };
  const found = await findReceiver(tx, message);
  if (typeof found === 'string') return { outcome: found };
  const { terminal, replyTo } = found;
  const { account_id: accountId } = terminal;
  const { kind, address, receivedAt } = message;
  const isContact = await noteContactWrote(tx, accountId, { kind, address, at: receivedAt });
  if (!isContact) return { outcome: 'not-allowed' };
  const text = found.text.trim().slice(0, LIMITS.satelliteText);
  if (text === '') return { outcome: 'empty' };
  if ((await countWritten(tx, accountId, address, receivedAt)) >= WRITTEN_PER_HOUR)
    return { outcome: 'too-many' };
  try {
    await requireRoom(tx, terminal);
    const messageId = await storeMessageToTerminal(tx, gateways, terminal, {
      type: TYPES[kind],
      sender: address,
      content: text,
      urgent: false,
      now: receivedAt,
      columns: {
        raw: message.raw === null ? null : Buffer.from(message.raw),
        received_by: GATEWAYS[kind],
        received_key: message.key,
        reply_to: replyTo,
      },
    });
    await sendEvent(tx, { type: 'satellite-messages', accountId });
    await sendEvent(tx, { type: 'changed', what: 'satellite', accountId, userId: null });
    return { outcome: 'stored', messageId };
  } catch (error) {
    return { outcome: failureOf(error) };
  }
}

async function isStored(db: Db, key: string): Promise<boolean> {
  const row = await db
    .selectFrom('satellite_message')
    .where('received_key', '=', key)
    .select('message_id')
    .executeTakeFirst();
  return row !== undefined;
}

interface Receiver {
  readonly terminal: CommunicationAccountRow;
  readonly text: string;
  readonly replyTo: number | null;
}
type NoReceiver = 'no-terminal' | 'unknown-terminal' | 'not-allowed';

/**
 * The terminal to whose message it replies, or that it names, or that last wrote to this address. Only terminals of accounts
 * that have this contact: others are as unknown.
 */
async function findReceiver(tx: Tx, message: PeerMessage): Promise<Receiver | NoReceiver> {
  const { text, replyToken, card } = message;
  const accountIds = await readAccountsOf(tx, message);
  if (accountIds.length === 0) return 'not-allowed';
  if (replyToken !== null) {
    const replied = await tx
      .selectFrom('satellite_message')
      .where('reply_token', '=', replyToken)
      .select(['message_id', 'communication_account_id'])
      .executeTakeFirst();
    return (await toReceiver(tx, accountIds, replied, text)) ?? 'unknown-terminal';
  }
  for (const accountId of accountIds) {
    const named = parseCardText(text, await readConvention(tx, accountId));
    const terminal = named === null ? undefined : await findTerminal(tx, [accountId], named.card);
    if (named !== null && terminal !== undefined) return { terminal, text: named.text, replyTo: null };
  }
  if (parseCardText(text, DEFAULT_CONVENTION) !== null) return 'unknown-terminal';
  if (card !== null) {
    const terminal = await findTerminal(tx, accountIds, card);
    return terminal === undefined ? 'unknown-terminal' : { terminal, text, replyTo: null };
  }
  const last = await findLast(tx, accountIds, message);
  return (await toReceiver(tx, accountIds, last, text)) ?? 'no-terminal';
}

/** Accounts that have this contact. */
async function readAccountsOf(db: Db, { kind, address }: PeerMessage): Promise<readonly number[]> {
  const rows = await db
    .selectFrom('satellite_contact')
    .where('kind', '=', kind)
    .where('address', '=', address)
    .select('account_id')
    .orderBy('account_id')
    .execute();
  return rows.map((row) => row.account_id);
}

/** The last message of a terminal to this phone, or to the WeChat users of these accounts. */
function findLast(db: Db, accountIds: readonly number[], { kind, address, receivedAt }: PeerMessage) {
  const query = db
    .selectFrom('satellite_message')
    .where('account_id', 'in', accountIds)
    .where('created_at', '>', new Date(receivedAt - CONVERSATION_MS))
    .where('communication_account_id', 'is not', null)
    .select(['message_id', 'communication_account_id'])
    .orderBy('created_at', 'desc')
    .limit(1);
  if (kind === 'email') return undefined;
  return kind === 'phone'
    ? query.where('type', '=', 'terminal-to-phone').where('receiver', '=', address).executeTakeFirst()
    : query.where('type', '=', 'terminal-to-wechat').executeTakeFirst();
}

async function toReceiver(
  tx: Tx,
  accountIds: readonly number[],
  replied: { readonly message_id: number; readonly communication_account_id: number | null } | undefined,
  text: string,
): Promise<Receiver | undefined> {
  if (replied === undefined || replied.communication_account_id === null) return undefined;
  const terminal = await terminals(tx, accountIds)
    .where('communication_account_id', '=', replied.communication_account_id)
    .executeTakeFirst();
  return terminal === undefined ? undefined : { terminal, text, replyTo: replied.message_id };
}

function findTerminal(
  tx: Tx,
  accountIds: readonly number[],
  card: string,
): Promise<CommunicationAccountRow | undefined> {
  return terminals(tx, accountIds)
    .where('card_key', '=', addressKey(card) ?? '')
    .executeTakeFirst();
}

/** Locks the terminal: messages to it are stored one after the other. */
function terminals(tx: Tx, accountIds: readonly number[]) {
  return tx
    .selectFrom('communication_account')
    .where('account_id', 'in', accountIds)
    .selectAll()
    .forNoKeyUpdate();
}
