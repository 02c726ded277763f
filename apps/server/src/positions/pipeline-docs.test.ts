import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { STORED_COLUMNS } from '@wakeline/domain/positions/columns';
import { expect, test } from 'vitest';
import { pack } from './packing.ts';

const page = readFileSync(join(import.meta.dirname, '../../../../docs/pipeline.md'), 'utf8');

test('documents each stored column as it is', () => {
  const rows = page.match(/^\| \d+ \|.*$/gm);
  expect(rows).toEqual(
    STORED_COLUMNS.map(({ storedBit, name, source, field, unit, codec, scale, wireBit }) => {
      const sent = source === 'fix' ? `fix.${field}` : field;
      return `| ${storedBit} | ${name} | ${sent} | ${unit} | ${codec}, 1/${scale} | ${wireBit} |`;
    }),
  );
});

test('documents the bytes of the example', () => {
  const nothing = { battery: null, gsm: null, satellites: null, alarms: [], attributes: {} };
  const fix = {
    latitude: 0,
    longitude: 0,
    altitude: null,
    speed: 36.5,
    course: 45,
    accuracy: null,
    valid: true,
  };
  expect(page.replace(/\s+/g, ' ')).toContain(
    `\`${pack({ time: 0, fix, ...nothing }).toString('hex')}\` is a speed of 36.5 km/h and a course of 45 degrees`,
  );
});
