import { createReportDraft } from '../report-draft.ts';
import { readBatteryPercent } from './battery.ts';
import { createReply, createReportsEvent, type SentenceDecoder } from './sentence.ts';

/**
 * XT, V0, HTBT: heartbeat ("GPS Tracker Communication Protocol" v1.0.5, section 3.2, for XT; V0 and HTBT as in Traccar).
 * The only field, if any, is the battery in percent. The reply repeats vendor, id and kind: immediately, or after the
 * commit if there is something to store.
 */
export const heartbeat: SentenceDecoder = {
  kinds: ['XT', 'V0', 'HTBT'],
  decode(sentence) {
    const { deviceId, kind, fields, now } = sentence;
    const reply = createReply(sentence, kind);
    const [battery = '', ...others] = fields;
    if (fields.every((field) => field === '')) return { type: 'reply', deviceId, reply };
    const draft = createReportDraft(now);
    readBatteryPercent(battery, draft);
    if (others.length > 0) draft.attributes.extra = others.join(',');
    return createReportsEvent(sentence, [draft], reply);
  },
};
