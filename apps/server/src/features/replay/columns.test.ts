import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { zstdDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fixAt, storeFixes } from '../../testing/fixes.ts';
import type { Person } from '../../testing/person.ts';
import { readAllBlocks } from '../../testing/track-blocks.ts';
import { startWorld, type World } from '../../testing/world.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

let world: World;
let ada: Person;
let gull: number;
let tern: number;
let start: number;

beforeAll(async () => {
  world = await startWorld();
  const harbour = await world.account('harbour');
  ada = await harbour.person('ada');
  gull = await harbour.tracker('13800000001', 'Gull');
  tern = await harbour.tracker('13800000002', 'Tern');
  start = world.clock.now() - 2 * DAY;
  // An hour at 1 Hz, one hundredth of a degree a second; and three fixes, one of them not valid.
  const second = Array.from({ length: 3_600 }, (_, at) =>
    fixAt(start + at * 1_000, { longitude: 10 + at / 100 }),
  );
  await storeFixes(world.database.db, gull, second);
  await storeFixes(world.database.db, tern, [
    fixAt(
      start,
      { longitude: 20, speed: 36, course: 90, altitude: -4.5, accuracy: 2.5 },
      { battery: 80, gsm: 60, satellites: 9 },
    ),
    fixAt(start + 1, { longitude: 21, valid: false }),
    fixAt(
      start + 2,
      { longitude: 22 },
      { attributes: { note: 'x'.repeat(300), charging: false, ignition: true }, alarms: ['SOS'] },
    ),
  ]);
});
afterAll(() => world.stop());

interface ColumnQuery {
  readonly trackerIds: number[];
  readonly startTime?: number;
  readonly endTime?: number;
  readonly points?: number;
}

function readColumns(who: Person, { startTime = start, endTime = start + DAY, ...more }: ColumnQuery) {
  return readAllBlocks(who.client.stream('getTrackColumns', { startTime, endTime, ...more }));
}

describe('every fix', () => {
  test('has all its values; invalid fixes are omitted', async () => {
    const [block, ...others] = await readColumns(ada, { trackerIds: [tern] });
    expect(others).toEqual([]);
    expect(block).toMatchObject({ trackerId: tern, coarse: false, length: 2 });
    expect([...(block?.time ?? [])]).toEqual([start, start + 2]);
    expect([...(block?.lng ?? [])]).toEqual([20, 22]);
    expect([...(block?.lat ?? [])]).toEqual([54, 54]);
    const columns = Object.entries(block?.columns ?? {}).map(([name, column]) => [name, [...(column ?? [])]]);
    expect(Object.fromEntries(columns)).toEqual({
      course: [90, Number.NaN],
      speed: [36, Number.NaN],
      height: [-4.5, Number.NaN],
      battery: [80, Number.NaN],
      gsm: [60, Number.NaN],
      satellites: [9, Number.NaN],
      accuracy: [2.5, Number.NaN],
      // No fix has the kind of its altitude, so the column is absent.
      altitudeKind: [],
    });
    // Bits as in docs/development/replay.md: 1 ignition known, 2 ignition on, 4 charging known.
    expect([...(block?.flags ?? [])]).toEqual([0, 1 + 2 + 4]);
  });

  test('is grouped by device; values known for no fix have no column', async () => {
    const blocks = await readColumns(ada, { trackerIds: [gull, tern, gull] });
    expect(blocks.map(({ trackerId, length }) => [trackerId, length])).toEqual([
      [gull, 3_600],
      [tern, 2],
    ]);
    expect(Object.values(blocks[0]?.columns ?? {})).toEqual(Array(8).fill(null));
    expect(blocks[0]?.flags).toBeNull();
  });

  test('lies within the window, both ends included; an empty window has no blocks', async () => {
    const [block] = await readColumns(ada, {
      trackerIds: [gull],
      startTime: start + 1_000,
      endTime: start + 3_000,
    });
    expect([...(block?.time ?? [])]).toEqual([1_000, 2_000, 3_000].map((ms) => start + ms));
    expect(
      await readColumns(ada, { trackerIds: [gull], startTime: start - DAY, endTime: start - 1 }),
    ).toEqual([]);
  });
});

describe('a coarse overview', () => {
  test('has the first fix of each equal interval and the last fix', async () => {
    const [block, ...others] = await readColumns(ada, {
      trackerIds: [gull],
      endTime: start + HOUR - 1,
      points: 60,
    });
    expect(others).toEqual([]);
    expect(block).toMatchObject({ coarse: true, length: 61 });
    const minutes = Array.from({ length: 60 }, (_, minute) => start + minute * 60_000);
    expect([...(block?.time ?? [])]).toEqual([...minutes, start + 3_599_000]);
  });

  test('divides its points among several devices', async () => {
    const blocks = await readColumns(ada, {
      trackerIds: [tern, gull],
      endTime: start + HOUR - 1,
      points: 60,
    });
    const lengths = new Map(blocks.map(({ trackerId, length }) => [trackerId, length]));
    expect(lengths).toEqual(
      new Map([
        [tern, 2],
        [gull, 31],
      ]),
    );
  });

  test('of a window longer than the track has its fixes, and of an empty one none', async () => {
    // This number of intervals is read in several batches; the last fix of all comes with the last batch.
    const blocks = await readColumns(ada, { trackerIds: [tern], startTime: start - DAY, points: 200_000 });
    expect(blocks.flatMap(({ time }) => [...time])).toEqual([start, start + 2]);
    expect(
      await readColumns(ada, { trackerIds: [gull], startTime: start - DAY, endTime: start - 1, points: 9 }),
    ).toEqual([]);
  });

  test('skips invalid fixes', async () => {
    const petrel = await (await world.account('harbour')).tracker('13800000003', 'Petrel');
    const valid = (at: number) => at % 10 === 3 || at === 95;
    const fixes = Array.from({ length: 200 }, (_, at) => fixAt(start + at * 1_000, { valid: valid(at) }));
    await storeFixes(world.database.db, petrel, fixes);
    const [block] = await readColumns(ada, { trackerIds: [petrel], endTime: start + 199_999, points: 20 });
    const seconds = Array.from(block?.time ?? [], (time) => (time - start) / 1_000);
    expect(seconds).toEqual(Array.from({ length: 20 }, (_, ten) => ten * 10 + 3));
  });
});

describe('track columns', () => {
  test.each([
    ['time-order', { endTime: 0 }],
    ['time-order', { endTime: -1 }],
    ['span-too-long-many', { endTime: 3 * DAY + 1 }],
    ['span-too-long', { endTime: 31 * DAY + 1 }],
  ])('are refused with %s', async (errorName, { endTime }) => {
    const call = readColumns(ada, { trackerIds: [gull, tern], endTime: start + endTime });
    await expect(call).rejects.toMatchObject({ errorName });
  });

  test('cover three days of several devices, and 31 days of one even if it is given twice', async () => {
    await readColumns(ada, { trackerIds: [gull, tern], endTime: start + 3 * DAY });
    await readColumns(ada, { trackerIds: [tern, tern], endTime: start + 31 * DAY });
  });

  test('require devices within the limit and a time range', async () => {
    const invalid = { errorName: 'field-invalid' };
    await expect(readColumns(ada, { trackerIds: [] })).rejects.toMatchObject(invalid);
    const many = Array.from({ length: 201 }, (_, id) => id + 1);
    await expect(readColumns(ada, { trackerIds: many })).rejects.toMatchObject(invalid);
    await expect(readColumns(ada, { trackerIds: [gull], points: 1 })).rejects.toMatchObject(invalid);
    const timeless = { trackerIds: [gull], endTime: start } as unknown as {
      startTime: number;
      endTime: number;
      trackerIds: number[];
    };
    await expect(readAllBlocks(ada.client.stream('getTrackColumns', timeless))).rejects.toMatchObject(
      invalid,
    );
  });

  test('are refused when one of the devices is unknown or outside the scope', async () => {
    const { groupId } = await ada.call('createGroup', { groupName: 'Pilots' });
    const skua = await (await world.account('harbour')).tracker('13800000004', 'Skua', groupId);
    const ben = await (await world.account('harbour')).person('ben', { groupIds: [groupId] });
    const mallory = await (await world.account('others')).person('mallory');
    const unknown = { errorName: 'tracker-unknown' };
    expect(await readColumns(ben, { trackerIds: [skua] })).toEqual([]);
    await expect(readColumns(ben, { trackerIds: [skua, gull] })).rejects.toMatchObject(unknown);
    await expect(readColumns(mallory, { trackerIds: [gull] })).rejects.toMatchObject(unknown);
    await expect(readColumns(ada, { trackerIds: [gull, 999_999] })).rejects.toMatchObject(unknown);
  });
});

describe('on the wire', () => {
  /** Requests with an accepted encoding and returns the raw bytes with their encoding. */
  async function requestRaw(
    encoding: string,
  ): Promise<{ contentEncoding: string | undefined; type: string; bytes: Buffer }> {
    const headers = {
      authorization: `Bearer ${await ada.token()}`,
      'content-type': 'application/json',
      'accept-encoding': encoding,
    };
    const clientRequest = request(`${world.url}${world.prefix}/getTrackColumns`, { method: 'POST', headers });
    clientRequest.end(JSON.stringify({ trackerIds: [gull, tern], startTime: start, endTime: start + DAY }));
    const [response] = (await once(clientRequest, 'response')) as [IncomingMessage];
    const { 'content-encoding': contentEncoding, 'content-type': type = '' } = response.headers;
    return { contentEncoding, type, bytes: Buffer.concat(await response.toArray()) };
  }

  test('compresses with Zstandard if accepted, and never with slower encodings', async () => {
    const plain = await requestRaw('identity');
    expect(plain).toMatchObject({ contentEncoding: undefined, type: 'application/octet-stream' });
    expect(await requestRaw('gzip, deflate, br')).toEqual(plain);
    expect(await requestRaw('gzip, zstd;q=0')).toEqual(plain);
    for (const encoding of ['gzip, deflate, br, zstd', 'zstd;q=0.5']) {
      const { contentEncoding, bytes } = await requestRaw(encoding);
      expect(contentEncoding).toBe('zstd');
      expect(zstdDecompressSync(bytes)).toEqual(plain.bytes);
      expect(bytes.length).toBeLessThan(plain.bytes.length);
    }
  });

  test('sends errors as an envelope', async () => {
    const response = await world.post('getTrackColumns', {
      body: new URLSearchParams({ trackerIds: '[1]' }),
    });
    expect(response.headers.get('content-type')).toContain('application/json');
    expect(await response.json()).toMatchObject({ result_code: '201', result: { error: 'session-gone' } });
  });
});
