import type { DeviceMessages } from '@wakeline/contract/trackers/messages';
import pino from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { NATS_SERVER, NatsServers } from '../testing/nats-servers.ts';
import { type OwnDeviceMemory, requestDeviceMemory, respondWithDeviceMemory } from './device-memory.ts';
import { connectNats, type NatsConnection } from './nats-connection.ts';
import { requestAll, requestFirst, respondToRequests } from './requests.ts';
import { createSubjects } from './subjects.ts';

const subjects = createSubjects('test');

const SUBJECT = 'wakeline.requests.test';
const warnings: string[] = [];
const log = pino({ level: 'warn' }, { write: (line: string) => void warnings.push(line) });

describe.skipIf(NATS_SERVER === null)('requests to other processes', { tags: ['cluster'] }, () => {
  let servers: NatsServers;
  let own: NatsConnection;
  let others: readonly NatsConnection[];

  beforeAll(async () => {
    servers = await NatsServers.start();
  });
  afterAll(() => servers.stop());

  beforeEach(async () => {
    const open = (name: string) => connectNats(servers.urls, name, log);
    own = await open('own');
    others = [await open('first'), await open('second')];
    warnings.length = 0;
  });
  afterEach(async () => {
    await Promise.all([own, ...others].map((nats) => nats.close()));
  });

  /** Each other process responds with its function. */
  async function respond(...responses: ((payload: number) => unknown)[]): Promise<void> {
    for (const [index, nats] of others.entries()) {
      const response = responses[index];
      if (response !== undefined) respondToRequests({ nats, log }, SUBJECT, response);
      await nats.flush();
    }
  }

  test('returns the replies of all processes that have what is requested', async () => {
    await respond(
      (number) => ({ double: number * 2 }),
      (number) => ({ triple: number * 3 }),
    );
    expect(await requestAll(own, SUBJECT, 4)).toEqual(
      expect.arrayContaining([{ double: 8 }, { triple: 12 }]),
    );
  });

  test('leaves out a process that does not have it, or fails', async () => {
    await respond(
      () => null,
      () => 'here',
    );
    expect(await requestAll(own, SUBJECT, 1)).toEqual(['here']);
    expect(await requestFirst(own, SUBJECT, 1)).toBe('here');
    respondToRequests({ nats: own, log }, SUBJECT, () => {
      throw new Error('a bug');
    });
    expect(await requestAll(own, SUBJECT, 1)).toEqual(['here']);
    expect(warnings.join()).toContain('a bug');
  });

  test('returns nothing without a process that has it', async () => {
    expect(await requestAll(own, SUBJECT, 1)).toEqual([]);
    await respond(() => null);
    expect(await requestFirst(own, SUBJECT, 1)).toBeNull();
  });

  test('returns nothing without a connection', async () => {
    await own.close();
    expect(await requestFirst(own, SUBJECT, 1)).toBeNull();
  });

  test('returns nothing while the NATS server does not respond', async () => {
    await respond(() => 'here');
    servers.suspend();
    try {
      expect(await requestFirst(own, SUBJECT, 1)).toBeNull();
    } finally {
      servers.resume();
    }
  });

  test('joins a reply that is larger than a message of NATS, and refuses an endless one', async () => {
    const large = Array.from({ length: 100_000 }, (_, index) => `object ${index}`);
    const endless = 'x'.repeat(17 * 1024 * 1024);
    await respond((size) => (size === 1 ? large : endless));
    expect(await requestFirst(own, SUBJECT, 1)).toEqual(large);
    expect(await requestFirst(own, SUBJECT, 2)).toBeNull();
    expect(warnings.join()).toContain('is too long');
  });

  const NOTHING: OwnDeviceMemory = { messagesOf: () => null, feedStatus: () => null, traffic: () => null };
  const messagesSince = (recordedSince: number, lastTime: number | null): DeviceMessages => ({
    recordedSince,
    hiddenSince: null,
    list: [],
    connection:
      lastTime === null
        ? null
        : { protocol: 'jt808', transport: 'tcp', address: '::1', since: 1, until: null, lastTime },
  });

  test.each([
    ['the newest message', [messagesSince(1, 50), messagesSince(2, 40)], 0],
    ['the newest message of the second', [messagesSince(1, 40), messagesSince(2, 50)], 1],
    ['messages before none', [messagesSince(5, null), messagesSince(2, 1)], 1],
    ['the latest start without messages', [messagesSince(5, null), messagesSince(8, null)], 1],
  ])('reads the messages of a device from the gateway with %s', async (_, found, expected) => {
    for (const [index, nats] of others.entries()) {
      respondWithDeviceMemory(
        { nats, subjects, log },
        { ...NOTHING, messagesOf: (id) => (id === 3 ? (found[index] ?? null) : null) },
      );
      await nats.flush();
    }
    const memory = requestDeviceMemory({ nats: own, subjects });
    expect(await memory.readMessages(3)).toEqual(found[expected]);
    expect(await memory.readMessages(4)).toBeNull();
  });
});
