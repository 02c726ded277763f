import { createReportDraft } from '../report-draft.ts';
import { createReceipt } from './instruction.ts';
import { createReportsEvent, type MessageDecoder } from './message.ts';

/**
 * What a device replies to an instruction ("GPRS Communication Protocol" 1.8, section 3): its keyword, for TS and VERNO
 * with a text. It becomes `result`; there is no reply to it.
 */
export const RESULT_KEYWORDS: ReadonlySet<string> = new Set(
  (
    'UPLOAD CENTER SLAVE PW CALL MONITOR SOS SOS1 SOS2 SOS3 IP FACTORY LZ SOSSMS LOWBAT LOWBATSMS VERNO RESET CR APN ' +
    'ANY TS POWEROFF REMOVE REMOVESMS PULSE PEDO WALKTIME SLEEPTIME SILENCETIME SILENCETIME2 FIND FLOWER REMIND ' +
    'MESSAGE PHB PHB2 WORK WORKTIME GSMANT PROFILE'
  ).split(' '),
);

export const result: MessageDecoder = (message) => {
  const draft = createReportDraft(message.now);
  draft.attributes.result = [message.keyword, ...message.fields].join(',');
  return [createReportsEvent(message, draft), createReceipt(message)];
};

/** ICCID: the number of the SIM card. */
export const card: MessageDecoder = (message) => {
  const draft = createReportDraft(message.now);
  draft.attributes.iccid = message.fields.join(',');
  return createReportsEvent(message, draft);
};
