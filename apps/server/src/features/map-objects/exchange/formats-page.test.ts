import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LIMITS } from '@wakeline/contract/limits';
import { uploadGPSFile } from '@wakeline/contract/map-objects/exchange';
import { expect, test } from 'vitest';

/** Checks that the documents name the limits and errors of the code. */
const readPage = (name: string) =>
  readFileSync(join(import.meta.dirname, '../../../../../../docs', name), 'utf8');
const MEGABYTE = 1_048_576;

test('documents the file limits of the code', () => {
  const { gpsFileBytes, gpsFileUnpackedBytes, gpsFilePoints, routePoints } = LIMITS;
  const [packed, unpacked] = [gpsFileBytes / MEGABYTE, gpsFileUnpackedBytes / MEGABYTE];
  expect(readPage('api.md')).toContain(`${packed} MiB, ${unpacked} MiB, ${gpsFilePoints}, ${routePoints} |`);
  const formats = readPage('user/file-formats.md');
  expect(formats).toContain(`more than ${packed} MB`);
  expect(formats).toContain(`unpacks to more than ${unpacked} MB`);
  const grouped = (value: number) => value.toLocaleString('en');
  expect(formats).toContain(
    `more than ${grouped(gpsFilePoints)} positions, or ${grouped(routePoints)} in one line`,
  );
});

test('documents every error of a file', () => {
  const named = uploadGPSFile.errors.filter((name) => name.startsWith('gps-file-'));
  for (const name of named) expect(readPage('user/file-formats.md')).toContain(`\`${name}\``);
});
