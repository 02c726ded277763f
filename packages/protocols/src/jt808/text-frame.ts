import type { SessionEvent } from '../protocol.ts';
import { createReportDraft } from '../report-draft.ts';

/**
 * Texts in parentheses between frames (as in Traccar). `BASE,2,TIME` asks for the time: it is returned with
 * yyyyMMddHHmmss in UTC in place of TIME. Any other text becomes `text` of a report without a location, for the terminal
 * of the last frame on the connection. There is no reply.
 */
const TIME_REQUEST = 'BASE,2,TIME';
const TIME = 'TIME';

export function decodeTextFrame(raw: Buffer, deviceId: string | null, now: number): SessionEvent {
  const text = raw.toString('latin1');
  if (text.includes(TIME_REQUEST)) {
    const time = new Date(now).toISOString().replace(/[-:T]/g, '').slice(0, 14);
    return { type: 'reply', deviceId, reply: Buffer.from(text.replace(TIME, time), 'latin1') };
  }
  if (deviceId === null) {
    const detail = 'a text before a frame with the id of the terminal';
    return { type: 'decode-error', error: 'malformed', deviceId, detail, raw, reply: null };
  }
  const report = createReportDraft(now);
  report.attributes.text = text.slice(1, -1);
  return {
    type: 'reports',
    deviceId,
    reports: [report],
    unreadable: [],
    raw,
    reply: null,
    rejectReply: null,
  };
}
