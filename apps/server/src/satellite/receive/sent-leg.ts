import { randomBytes } from 'node:crypto';
import { NamedError } from '@wakeline/contract/errors';
import { addressKey } from '@wakeline/domain/satellite/card-number';
import type { AddressedText } from '@wakeline/domain/satellite/convention';
import type { MessageFailure } from '@wakeline/domain/satellite/message-states';
import { MESSAGE_ENDS, type MessagePeer } from '@wakeline/domain/satellite/message-types';
import type { MessageGateway, PeerGateway } from '@wakeline/domain/satellite/networks';
import type { Tx } from '../../db/database.ts';
import type { CommunicationAccountRow } from '../accounts.ts';
import { readWechatUsers } from '../contacts.ts';
import { laneOf, partsTo, requireRoom } from '../message-to-terminal.ts';
import type { PartToStore } from '../store-parts.ts';
import { countRecent, RELAYED_PER_HOUR } from './recent-messages.ts';
import type { TerminalMessage } from './terminal-message.ts';

/** What is left to send of a message of a terminal. */
export interface SentLeg {
  readonly state: 'received' | 'waiting' | 'failed';
  readonly reason: MessageFailure | null;
  readonly parts: readonly PartToStore[];
  /** Of what is sent to a terminal. */
  readonly costUnits: number;
  readonly replyToken: string | null;
  /** The weather helper is to answer. */
  readonly isQuestion: boolean;
}

const NOTHING: SentLeg = {
  state: 'received',
  reason: null,
  parts: [],
  costUnits: 0,
  replyToken: null,
  isQuestion: false,
};

const PEER_GATEWAY: Readonly<Partial<Record<MessagePeer, PeerGateway>>> = {
  phone: 'sms',
  email: 'email',
  wechat: 'wechat',
  weibo: 'weibo',
};

/** Bytes of the token in the address of an e-mail: too many to guess, short enough for a local part (RFC 5321: 64). */
const TOKEN_BYTES = 12;

export async function sentLegOf(
  tx: Tx,
  gateways: ReadonlySet<MessageGateway>,
  terminal: CommunicationAccountRow,
  addressed: AddressedText,
  { receiverCard, receivedAt }: TerminalMessage,
): Promise<SentLeg> {
  const { to } = MESSAGE_ENDS[addressed.type];
  if (to === 'system' || receiverCard !== null) return NOTHING;
  if (to === 'weather') return { ...NOTHING, isQuestion: true };
  if (to === 'terminal') return toTerminal(tx, gateways, terminal, addressed, receivedAt);
  const gateway = PEER_GATEWAY[to];
  if (gateway === undefined || !gateways.has(gateway)) return failed('no-gateway');
  const receivers =
    to === 'wechat' ? await readWechatUsers(tx, terminal.account_id) : [addressed.address ?? ''];
  if (receivers.length === 0) return failed('not-allowed');
  return {
    ...NOTHING,
    state: 'waiting',
    parts: receivers.map((receiver) => ({
      gateway,
      receiver,
      content: addressed.text,
      ...laneOf(gateway, receiver, null),
    })),
    replyToken: to === 'email' ? randomBytes(TOKEN_BYTES).toString('hex') : null,
  };
}

/** Only terminals of the account can be written to. */
async function toTerminal(
  tx: Tx,
  gateways: ReadonlySet<MessageGateway>,
  sender: CommunicationAccountRow,
  { address, text }: AddressedText,
  now: number,
): Promise<SentLeg> {
  const receiver = await tx
    .selectFrom('communication_account')
    .where('account_id', '=', sender.account_id)
    .where('card_key', '=', addressKey(address ?? '') ?? '')
    .selectAll()
    .executeTakeFirst();
  if (receiver === undefined) return failed('unknown-receiver');
  if (
    (await countRecent(tx, sender.communication_account_id, 'terminal-to-terminal', now)) >= RELAYED_PER_HOUR
  )
    return failed('loop');
  try {
    await requireRoom(tx, receiver);
    const parts = partsTo(receiver, gateways, { content: text, urgent: false });
    return { ...NOTHING, state: 'waiting', parts, costUnits: parts.length };
  } catch (error) {
    return failed(failureOf(error));
  }
}

const FAILURES: Readonly<Record<string, MessageFailure>> = {
  'terminal-unreachable': 'no-gateway',
  'satellite-characters-missing': 'not-encodable',
  'satellite-text-too-long': 'too-long',
  'satellite-waiting-limit': 'queue-full',
};

/** Why nothing could be stored for a terminal. Rethrows everything else. */
export function failureOf(error: unknown): MessageFailure {
  const failure = error instanceof NamedError ? FAILURES[error.errorName] : undefined;
  if (failure === undefined) throw error;
  return failure;
}

function failed(reason: MessageFailure): SentLeg {
  return { ...NOTHING, state: 'failed', reason };
}
