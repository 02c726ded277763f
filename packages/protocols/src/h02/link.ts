import { readDateAndStatus } from './cells.ts';
import { createMalformedEvent, createReportsEvent, type SentenceDecoder } from './sentence.ts';

/**
 * LINK: state of a portable device (as in Traccar).
 *
 * | field | meaning                       | becomes                       |
 * | ----- | ----------------------------- | ----------------------------- |
 * | 0     | hhmmss                        | time                          |
 * | 1     | signal                        | `signalStrength`, as sent     |
 * | 2     | satellites                    | satellites                    |
 * | 3     | battery, percent              | battery                       |
 * | 4     | steps                         | `steps`                       |
 * | 5     | turnovers                     | `turnovers`                   |
 * | 6, 7  | ddmmyy, status                | time, `status.ts`             |
 *
 * There is no reply.
 */
const FIELD_COUNT = 8;

export const link: SentenceDecoder = {
  kinds: ['LINK'],
  decode(sentence) {
    const { fields, now } = sentence;
    if (fields.length < FIELD_COUNT) return createMalformedEvent(sentence, 'not the known fields');
    const [time = '', , , , , , date = '', status = ''] = fields;
    const draft = readDateAndStatus(date, time, status, now);
    if (typeof draft === 'string') return createMalformedEvent(sentence, draft);
    const [signalStrength, satellites, battery, steps, turnovers] = fields.slice(1, 6).map(readCount);
    draft.satellites = satellites ?? null;
    draft.battery = battery ?? null;
    for (const [name, value] of Object.entries({ signalStrength, steps, turnovers }))
      if (value != null) draft.attributes[name] = value;
    return createReportsEvent(sentence, [draft]);
  },
};

function readCount(text: string): number | null {
  return /^\d{1,9}$/.test(text) ? Number(text) : null;
}
