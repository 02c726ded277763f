import { ALARM_TYPES } from '@wakeline/domain/notices/notice-type';
import type { Fix, Report } from '@wakeline/domain/reports/report';
import { describe, expect, it } from 'vitest';
import { h02 } from './h02/h02.ts';
import type { SessionEvent, StreamProtocol } from './protocol.ts';
import { randomInteger, seededRandom } from './testing/random.ts';
import { loadStreamExamples, SESSION_OPTIONS } from './testing/stream-example.ts';
import { tk103 } from './tk103/tk103.ts';
import { watch } from './watch/watch.ts';

/** Protocols of texts without a checksum: damaged texts are decoded, and must not give impossible values. */
const PROTOCOLS: readonly StreamProtocol[] = [h02, tk103, watch];
const NOW = Date.parse('2026-01-01T00:00:00Z');
const CONTROLS = /\p{Cc}/u;
const MAX_DETAIL_LENGTH = 200;
/** Longer frames are recordings. */
const MAX_LENGTH = 1000;
/** Texts that people and vendors put where a number belongs. */
const ODD_VALUES = [
  '',
  ' ',
  '-',
  '.',
  '-0',
  '1e9',
  'NaN',
  '9'.repeat(40),
  '\u6d4b\u8bd5',
  '\u0000',
  'Infinity',
  '0x10',
];

const isNumberOrNull = (value: number | null) => value === null || Number.isFinite(value);

function isValidReport({ time, fix, battery, gsm, satellites, alarms, attributes }: Report): boolean {
  const values = Object.values(attributes);
  return (
    Number.isSafeInteger(time) &&
    [battery, gsm, satellites].every(isNumberOrNull) &&
    alarms.every((alarm) => ALARM_TYPES.includes(alarm)) &&
    (fix === null || isValidFix(fix)) &&
    values.every((value) =>
      typeof value === 'string' ? !CONTROLS.test(value) : Number.isFinite(Number(value)),
    )
  );
}

function isValidFix({ latitude, longitude, speed, altitude, course }: Fix): boolean {
  const isOnEarth = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180;
  return (
    isOnEarth && [speed, altitude].every(isNumberOrNull) && (course === null || (course >= 0 && course < 360))
  );
}

function isValidEvent(event: SessionEvent): boolean {
  if (event.type === 'reports') return event.reports.every(isValidReport);
  if (event.type === 'decode-error') return event.detail.length < MAX_DETAIL_LENGTH;
  return event.type !== 'login' || !Object.values(event.attributes).some((value) => CONTROLS.test(value));
}

describe.each(PROTOCOLS.map((protocol) => ({ name: protocol.name, protocol })))('$name', ({ protocol }) => {
  const frames = loadStreamExamples(protocol)
    .flatMap((example) => example.frames)
    .filter(({ length }) => length < MAX_LENGTH);

  function findInvalid(texts: readonly Buffer[]): readonly string[] {
    const isInvalid = (text: Buffer) =>
      !protocol.session(SESSION_OPTIONS).receive(text, NOW).every(isValidEvent);
    return texts.filter(isInvalid).map((text) => text.toString('latin1'));
  }

  it('gives valid values for texts with bytes changed, removed or added', () => {
    const random = seededRandom(17);
    const damaged = frames.flatMap((frame) =>
      Array.from({ length: 10 }, () => {
        const bytes = [...frame];
        for (let k = randomInteger(random, 1, 4); k > 0; k--) {
          const removed = randomInteger(random, 0, 2);
          const added = Array.from({ length: randomInteger(random, 0, 2) }, () =>
            randomInteger(random, 0, 255),
          );
          bytes.splice(randomInteger(random, 0, bytes.length - 1), removed, ...added);
        }
        return Buffer.from(bytes);
      }),
    );
    expect(findInvalid(damaged)).toEqual([]);
  });

  it('gives valid values for any field with an odd value', () => {
    const texts = frames.flatMap((frame) => {
      const fields = frame.toString('latin1').split(',');
      return fields.slice(1).flatMap((field, index) => {
        // The last field contains the end of the frame.
        const end = index === fields.length - 2 ? field.slice(-1) : '';
        return ODD_VALUES.map((odd) => Buffer.from(fields.with(index + 1, `${odd}${end}`).join(',')));
      });
    });
    expect(texts.length).toBeGreaterThan(900);
    expect(findInvalid(texts)).toEqual([]);
  });
});
