import type { ConfirmedChannel } from '@wakeline/contract/delivery/recipients';
import type { Notice } from '@wakeline/contract/entities/notice';
import type { Language } from '@wakeline/contract/entities/user-config';
import type { DeliveryReason } from '@wakeline/domain/delivery/delivery';
import type { NoticeType } from '@wakeline/domain/notices/notice-type';
import type { Db, Tx } from '../db/database.ts';
import { currentCode } from './address-codes.ts';
import type { AddressLinks } from './address-links.ts';
import type { Attachment, OutgoingMessage } from './channels/channel.ts';
import {
  type MessageText,
  textOfCode,
  textOfEscalation,
  textOfNotice,
  textOfNotices,
  textOfTest,
  unsubscribeText,
} from './message-texts.ts';
import type { ClaimedMessage } from './outbox.ts';
import { addressState, type RecipientRow } from './recipients.ts';

/** For whom notices are read. */
export interface Audience {
  readonly accountId: number;
  /** A user, whose current rights apply; null: somebody outside, who sees what was subscribed for them. */
  readonly userId: number | null;
  /** Of somebody outside; a user has their own. */
  readonly language: Language;
}

/** Notices that the audience may see now, in their language. */
export interface AudienceNotices {
  readonly language: Language;
  readonly notices: readonly { readonly notice: Notice; readonly isHandled: boolean }[];
}

/** The e-mail about a run of a scheduled report. */
export interface ReportMail {
  readonly language: Language;
  readonly text: MessageText;
  /** Those of the lines that are addresses of files. */
  readonly links: readonly string[];
  readonly attachments: readonly Attachment[];
}

/** Parts of messages that other features provide. */
export interface MessageSources {
  /** Null: the user is disabled. */
  readNotices(audience: Audience, seqs: readonly number[], now: number): Promise<AudienceNotices | null>;
  /** Null: the run was deleted, or is nothing for this recipient any more. */
  readReport(runId: number, recipient: RecipientRow, now: number): Promise<ReportMail | null>;
  readSysName(accountId: number, language: Language): Promise<string>;
  /** Null: the server has no public address. */
  readonly links: AddressLinks | null;
}

/** A message, or why it is not sent. */
export type Composed = { readonly message: OutgoingMessage } | { readonly dropped: DeliveryReason };

/** Writes a message as its recipient may see it now: rights, addresses and notices can have changed since it was stored. */
export async function composeMessage(
  db: Db | Tx,
  sources: MessageSources,
  {
    row,
    recipient,
    now,
  }: { readonly row: ClaimedMessage; readonly recipient: RecipientRow; readonly now: number },
): Promise<Composed> {
  const state = addressState(recipient, row.channel);
  if (row.kind !== 'code' && state !== 'confirmed')
    return { dropped: state === 'unsubscribed' ? 'unsubscribed' : 'not-confirmed' };
  const isEmail = row.channel === 'email';
  const finishIn = async (language: Language) => {
    const { links } = sources;
    const sysName = await sources.readSysName(row.account_id, language);
    const unsubscribe =
      isEmail && links !== null && row.kind !== 'code'
        ? { url: links.unsubscribe(recipient), text: unsubscribeText(language) }
        : null;
    return (
      text: MessageText,
      {
        messageId = null,
        ...data
      }: { readonly messageId?: number | null; readonly [field: string]: unknown } = {},
      more: Partial<Pick<OutgoingMessage, 'code' | 'links' | 'attachments'>> = {},
    ): Composed => ({
      message: {
        ...text,
        key: row.idempotency_key,
        messageId,
        sysName,
        ...{ code: null, links: [], attachments: [], unsubscribe },
        ...more,
        data: { id: row.idempotency_key, type: row.kind, createTime: row.created_at.getTime(), ...data },
      },
    });
  };
  if (row.kind === 'report') {
    const report =
      row.report_run_id === null ? null : await sources.readReport(row.report_run_id, recipient, now);
    if (report === null) return { dropped: 'nothing-left' };
    const { text, links, attachments, language } = report;
    const finish = await finishIn(language);
    return finish(text, {}, { links, attachments });
  }
  const audience = {
    accountId: row.account_id,
    userId: recipient.user_id,
    language: recipient.language,
  };
  const read = await sources.readNotices(audience, row.seqs, now);
  if (read === null) return { dropped: 'nothing-left' };
  const { language } = read;
  const finish = await finishIn(language);
  if (row.kind === 'escalation') {
    const [first] = read.notices;
    return first === undefined
      ? { dropped: 'nothing-left' }
      : finish(textOfEscalation(first.notice, language));
  }
  if (row.kind === 'test') return finish(textOfTest(language));
  if (row.kind === 'code') {
    const current = await currentCode(db, recipient, row.channel as ConfirmedChannel, now);
    if (current === null) return { dropped: 'nothing-left' };
    const { code, number } = current;
    const link = isEmail && sources.links !== null ? sources.links.confirm(recipient, number) : null;
    const sysName = await sources.readSysName(row.account_id, language);
    const text = textOfCode(code, sysName, { language, link });
    return finish(text, {}, { code, links: link === null ? [] : [link] });
  }
  const left = read.notices
    .filter(({ isHandled }) => !(row.escalated && isHandled))
    .map(({ notice }) => notice);
  if (left.length === 0) return { dropped: read.notices.length > 0 ? 'handled' : 'nothing-left' };
  // Of a storm only the first notices are stored with the message; the others count as not handled.
  const total = sumOf(row.counts) - (row.seqs.length - left.length);
  const types = Object.keys(row.counts) as NoticeType[];
  const [only] = left;
  const isSingle = total === 1 && only !== undefined;
  const text = isSingle ? textOfNotice(only, language) : textOfNotices(left, { types, total, language });
  // Programs have their own icons and states.
  const contents = left.map(({ iconUrl, isRead, handling, ...notice }) => notice);
  const messageId = isSingle ? only.messageId : null;
  return finish(text, { messageId, total, counts: row.counts, notices: contents });
}

function sumOf(counts: ClaimedMessage['counts']): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}
