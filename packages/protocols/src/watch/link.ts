import { createReportDraft } from '../report-draft.ts';
import { createReply, createReportsEvent, type Message, type MessageDecoder } from './message.ts';

/**
 * LK: keep-alive, and the first message on a connection ("GPRS Communication Protocol" 1.8, section 2.1). INIT: the same
 * of other vendors (as in Traccar). TKQ, TKQ2: whether there are voice messages.
 *
 * | message | fields                               | reply                                                          |
 * | ------- | ------------------------------------ | -------------------------------------------------------------- |
 * | LK      | none; or steps, rolls, battery (%)   | LK: immediately, with a battery after the commit               |
 * | INIT    | phone number, firmware and others    | `INIT,1`, immediately                                          |
 * | TKQ     | none                                 | the same keyword, immediately                                  |
 *
 * Without a reply a device restarts after five tries. An unknown device gets none.
 */
export const keepAlive: MessageDecoder = (message) => {
  const [steps = '', rolls = '', battery = ''] = message.fields;
  const reply = createReply(message, message.keyword);
  if (!/^\d{1,3}$/.test(battery)) return identify(message, reply);
  const draft = createReportDraft(message.now);
  draft.battery = Number(battery);
  if (/^\d{1,9}$/.test(steps)) draft.attributes.steps = Number(steps);
  if (/^\d{1,9}$/.test(rolls)) draft.attributes.rolls = Number(rolls);
  return createReportsEvent(message, draft, reply);
};

export const start: MessageDecoder = (message) => identify(message, createReply(message, 'INIT,1'));

export const voiceRequest: MessageDecoder = (message) => ({
  type: 'reply',
  deviceId: message.deviceId,
  reply: createReply(message, message.keyword),
});

function identify({ deviceId, fields, keyword }: Message, acceptReply: Buffer) {
  const details = fields.join(',');
  return {
    type: 'login',
    deviceId,
    purpose: 'identify',
    credential: null,
    attributes: details === '' ? {} : { [keyword.toLowerCase()]: details },
    acceptReply,
    rejectReply: null,
  } as const;
}
