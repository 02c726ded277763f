import { readDigitTime } from '../digit-time.ts';
import { createReportDraft } from '../report-draft.ts';
import { createReceipt } from './instruction.ts';
import { createReportsEvent, type SentenceDecoder } from './sentence.ts';

/**
 * What a device replies to an instruction: a command with B (KX402 GPRS protocol 1.5, section 3.2), such as
 * `(013612345678BV011)`, or a text in ZC03: ddmmyy, hhmmss, `$`, text, `$` (as in Traccar). There is no reply to it.
 * Command and data become `result`.
 */
const VIN = /^[0-9A-HJ-NPR-Z]{17}$/;
const TEXT = /^(\d{6}),(\d{6}),\$([\s\S]*?)\$?$/;

export const result: SentenceDecoder = (sentence) => {
  const { command, data } = sentence;
  const draft = createReportDraft(sentence.now);
  // BV00 is also the number of the vehicle, which is sent without being asked for.
  if (command === 'BV00' && VIN.test(data)) {
    draft.attributes.vin = data;
    return createReportsEvent(sentence, draft);
  }
  draft.attributes.result = `${command}${data}`;
  return [createReportsEvent(sentence, draft), createReceipt(sentence, data === '' ? null : data)];
};

export const text: SentenceDecoder = (sentence) => {
  const [, date = '', time = '', content = sentence.data] = TEXT.exec(sentence.data) ?? [];
  const draft = createReportDraft(readDigitTime(date, 'ddmmyy', time) ?? sentence.now);
  draft.attributes.result = content;
  return [createReportsEvent(sentence, draft), createReceipt(sentence, content)];
};
