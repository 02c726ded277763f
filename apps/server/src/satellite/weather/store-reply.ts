import { NamedError } from '@wakeline/contract/errors';
import type { MessageFailure } from '@wakeline/domain/satellite/message-states';
import type { MessageGateway } from '@wakeline/domain/satellite/networks';
import type { Tx } from '../../db/database.ts';
import { sendEvent } from '../../db/notify.ts';
import { readAccountLanguage } from '../account-language.ts';
import type { CommunicationAccountRow } from '../accounts.ts';
import { markNewest, requireRoom, storeMessageToTerminal } from '../message-to-terminal.ts';
import { countRecent } from '../receive/recent-messages.ts';
import { failureOf } from '../receive/sent-leg.ts';
import { MESSAGE_TTL_MS } from '../store-parts.ts';
import type { WeatherQuestion } from './questions.ts';
import { type WeatherResult, weatherText } from './reply-text.ts';

/** Replies to a terminal in an hour. */
const REPLIES_PER_HOUR = 6;
/** The sender of replies. */
const SENDER = 'weather';

/**
 * Stores the reply to a request once, with the end of the request. More than 6 replies to a terminal in an hour are stored
 * as failed: it may be a program that replies, too.
 */
export async function storeReply(
  tx: Tx,
  gateways: ReadonlySet<MessageGateway>,
  question: WeatherQuestion,
  result: WeatherResult,
  now: number,
): Promise<void> {
  const terminal = await tx
    .selectFrom('communication_account')
    .where('communication_account_id', '=', question.terminalId)
    .selectAll()
    .forNoKeyUpdate()
    .executeTakeFirst();
  const ended = await tx
    .updateTable('satellite_message')
    .set({ reply_due_at: null })
    .where('message_id', '=', question.messageId)
    .where('reply_due_at', '=', new Date(question.leaseUntil))
    .returning('message_id')
    .executeTakeFirst();
  if (ended === undefined || terminal === undefined) return;
  const { account_id: accountId, communication_account_id: terminalId } = terminal;
  const content = weatherText(result, await readAccountLanguage(tx, accountId), terminal);
  const replied = await countRecent(tx, terminalId, 'weather-to-terminal', now);
  const columns = { reply_to: question.messageId };
  if (replied >= REPLIES_PER_HOUR) {
    await storeFailed(tx, terminal, { content, reason: 'loop', columns, now });
  } else {
    const message = {
      type: 'weather-to-terminal',
      sender: SENDER,
      content,
      urgent: false,
      now,
      columns,
    } as const;
    try {
      await requireRoom(tx, terminal);
      await storeMessageToTerminal(tx, gateways, terminal, message);
    } catch (error) {
      if (!(error instanceof NamedError)) throw error;
      await storeFailed(tx, terminal, { content, reason: failureOf(error), columns, now });
    }
  }
  await sendEvent(tx, { type: 'satellite-messages', accountId });
  await sendEvent(tx, { type: 'changed', what: 'satellite', accountId, userId: null });
}

async function storeFailed(
  tx: Tx,
  terminal: CommunicationAccountRow,
  reply: {
    readonly content: string;
    readonly reason: MessageFailure;
    readonly columns: { readonly reply_to: number };
    readonly now: number;
  },
): Promise<void> {
  const { account_id, communication_account_id, card_number, network } = terminal;
  const { content, reason, columns, now } = reply;
  const at = new Date(now);
  const { message_id: messageId } = await tx
    .insertInto('satellite_message')
    .values({
      account_id,
      communication_account_id,
      card_number,
      network,
      type: 'weather-to-terminal',
      sender: SENDER,
      receiver: card_number,
      content,
      urgent: false,
      state: 'failed',
      reason,
      cost_units: 0,
      user_id: null,
      created_at: at,
      changed_at: at,
      expires_at: new Date(now + MESSAGE_TTL_MS),
      ...columns,
    })
    .returning('message_id')
    .executeTakeFirstOrThrow();
  await markNewest(tx, communication_account_id, messageId, at);
}
