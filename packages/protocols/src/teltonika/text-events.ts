import type { ReceiptEvent, SessionEvent } from '../protocol.ts';
import { createReportDraft, type ReportDraft } from '../report-draft.ts';
import { RESPONSE_KEY } from './instruction.ts';
import { createMalformedEvent, createReportsEvent, type Message } from './message.ts';
import { OTHER_DEVICE, RESPONSE, readTexts, type Text } from './texts.ts';

/** Beginnings of refusals; other responses contain such words as names of values (`ERR:1`). */
const REFUSAL = /^\s*(error|warning|unknown|invalid|wrong|failed)/i;
const UNKNOWN_COMMAND = /unknown command|not supported/i;

/** A response becomes a receipt, any other text a report with `text`. */
export function decodeTexts(message: Message): readonly SessionEvent[] {
  const texts = readTexts(message);
  if (typeof texts === 'string') return [{ ...createMalformedEvent(message, texts), reply: null }];
  return texts.map((text) => {
    if (isResponse(text)) return createReceipt(message.deviceId, text, message.raw);
    const reports = [describeText(text, message.now)];
    return { ...createReportsEvent(message, reports, []), reply: null, rejectReply: null };
  });
}

/** Texts with a time are sent without a command. */
function isResponse({ type, time }: Text): boolean {
  return time === null && (type === RESPONSE || type === OTHER_DEVICE);
}

function describeText({ time, text }: Text, now: number): ReportDraft {
  const draft = createReportDraft(time ?? now);
  draft.attributes.text = text;
  return draft;
}

function createReceipt(deviceId: string, { type, text }: Text, raw: Uint8Array): ReceiptEvent {
  return {
    type: 'receipt',
    deviceId,
    key: RESPONSE_KEY,
    outcome: type === OTHER_DEVICE ? 'rejected' : outcomeOf(text),
    text: text === '' ? null : text,
    raw,
  };
}

/** What the text of a response means. */
export function outcomeOf(text: string): ReceiptEvent['outcome'] {
  if (UNKNOWN_COMMAND.test(text)) return 'not-supported';
  return REFUSAL.test(text) ? 'rejected' : 'accepted';
}
