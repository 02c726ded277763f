import { readDigitTime } from '../digit-time.ts';
import { createReportDraft } from '../report-draft.ts';
import { createMalformedEvent, createReportsEvent, type SentenceDecoder } from './sentence.ts';

/**
 * ZC20: battery (as in Traccar).
 *
 * | field | meaning                                      |
 * | ----- | -------------------------------------------- |
 * | 0, 1  | ddmmyy, hhmmss                               |
 * | 2     | level: 2 to 6; 255 not known                 |
 * | 3     | battery voltage, 0.01 V; 65535 not known     |
 * | 4     | external voltage, 0.1 V; 65535 not known     |
 * | 5     | whether the device is installed              |
 *
 * There is no reply.
 */
const PERCENT: ReadonlyMap<number, number> = new Map([
  [2, 10],
  [3, 20],
  [4, 50],
  [5, 80],
  [6, 100],
]);
const NO_LEVEL = 255;
const NO_VOLTAGE = 65_535;

export const battery: SentenceDecoder = (sentence) => {
  const fields = sentence.data.split(',');
  const [date = '', clock = ''] = fields;
  const [level = 0, voltage = 0, power = 0, installed = 0] = fields.slice(2, 6).map(Number);
  if (fields.length < 6 || !fields.slice(2, 6).every((field) => /^\d{1,5}$/.test(field)))
    return createMalformedEvent(sentence, 'not the known fields');
  const time = date === '000000' ? sentence.now : readDigitTime(date, 'ddmmyy', clock);
  if (time === null) return createMalformedEvent(sentence, `invalid time: ${date} ${clock}`);
  const draft = createReportDraft(time);
  const percent = PERCENT.get(level);
  if (percent !== undefined) draft.battery = percent;
  else if (level !== NO_LEVEL) draft.attributes.readBatteryLevel = level;
  if (voltage !== NO_VOLTAGE) draft.attributes.batteryVoltage = voltage / 100;
  if (power !== NO_VOLTAGE) draft.attributes.externalVoltage = power / 10;
  draft.attributes.installed = installed;
  return createReportsEvent(sentence, draft);
};
