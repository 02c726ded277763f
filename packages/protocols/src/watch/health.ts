import { createReportDraft } from '../report-draft.ts';
import { createMalformedEvent, createReportsEvent, type MessageDecoder } from './message.ts';

/**
 * Measurements (as in Traccar). Keywords are in small or capital letters. There is no reply.
 *
 * | keyword       | fields                                    | becomes                                         |
 * | ------------- | ----------------------------------------- | ----------------------------------------------- |
 * | HEART, PULSE  | heart rate                                | `heartRate`                                     |
 * | BLOOD, BPHRT  | upper and lower blood pressure, heart rate | `pressureHigh`, `pressureLow`, `heartRate`     |
 * | BTEMP2        | 1 if measured, temperature                | `temperature1`                                  |
 * | OXYGEN        | kind, saturation in percent               | `oxygenSaturation`                              |
 */
const NAMES: Readonly<Record<string, readonly (string | null)[]>> = {
  HEART: ['heartRate'],
  PULSE: ['heartRate'],
  BLOOD: ['pressureHigh', 'pressureLow', 'heartRate'],
  BPHRT: ['pressureHigh', 'pressureLow', 'heartRate'],
  BTEMP2: [null, 'temperature1'],
  OXYGEN: [null, 'oxygenSaturation'],
};

export const HEALTH_KEYWORDS: readonly string[] = Object.keys(NAMES);

export const health: MessageDecoder = (message) => {
  const names = NAMES[message.keyword.toUpperCase()] ?? [];
  const draft = createReportDraft(message.now);
  for (const [at, name] of names.entries()) {
    const text = message.fields[at] ?? '';
    if (name !== null && /^\d+(?:\.\d+)?$/.test(text)) draft.attributes[name] = Number(text);
  }
  if (Object.keys(draft.attributes).length === 0) return createMalformedEvent(message, 'no measurement');
  const others = message.fields.slice(names.length);
  if (others.length > 0) draft.attributes.extra = others.join(',');
  return createReportsEvent(message, draft);
};
