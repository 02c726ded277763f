import { NamedError } from '@wakeline/contract/errors';
import Fastify, { type FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type EventSubscription, listen } from '../../db/notify.ts';
import { createLiveEventFeed } from '../../live-events/live-event-feed.ts';
import { postgresPositions } from '../../positions/postgres/postgres-positions.ts';
import { createRaceBoards } from '../../races/race-boards.ts';
import { createEvent } from '../../testing/live-event.ts';
import { startWorld, type World } from '../../testing/world.ts';
import { EventSnapshots } from './event-snapshots.ts';
import { EventTalks } from './event-talks.ts';
import { serveEvent } from './serve-event.ts';

let world: World;
let events: EventSubscription;
let server: FastifyInstance;
let code: string;
const cleanups: (() => void)[] = [];
beforeAll(async () => {
  world = await startWorld();
  ({ code } = await createEvent(world, (await world.account('harbour')).accountId));
  const { clock, testDatabase } = world;
  const { db } = world.database;
  events = await listen(testDatabase.url, {
    onError: (error) => {
      throw error;
    },
  });
  const boards = createRaceBoards({
    db,
    positions: postgresPositions,
    events,
    clock,
    log: pino({ level: 'silent' }),
  });
  const snapshots = new EventSnapshots({ db, boards, events, clock, readVideo: async () => null });
  const feed = createLiveEventFeed({ db, events });
  cleanups.push(snapshots.close.bind(snapshots), boards.close, feed.close);
  server = Fastify({ trustProxy: true });
  const talks = new EventTalks(feed, (fileId) => fileId);
  await serveEvent({ snapshots, talks, now: () => clock.now(), maxPerMinute: 3 })(server, {
    prefix: '/service',
    checkRate: async () => undefined,
    callerOf: async () => null,
    refuse: (thrown, _request, reply) => {
      if (!(thrown instanceof NamedError)) throw thrown;
      return reply.code(400).send({ error: thrown.errorName, ...thrown.details });
    },
  });
});
afterAll(async () => {
  await server.close();
  for (const cleanup of cleanups) cleanup();
  await events.close();
  await world.stop();
});

async function request(part: string, address: string, of = code): Promise<object> {
  const url = `/service/live/event/${of}/${part}`;
  const response = await server.inject({ url, headers: { 'x-forwarded-for': address } });
  return response.json();
}

test('limits the requests of an address in a minute, whatever they request', async () => {
  for (const part of ['snapshot', 'splits', 'talk'])
    expect(await request(part, '192.0.2.1')).not.toHaveProperty('error');
  const refused = { error: 'too-many-requests', seconds: 60 };
  expect(await request('tails', '192.0.2.1')).toEqual(refused);
  expect(await request('snapshot', '192.0.2.2')).not.toHaveProperty('error');
  world.clock.advance(60_000);
  expect(await request('snapshot', '192.0.2.1')).not.toHaveProperty('error');
});

test('counts requests with codes that do not exist', async () => {
  const outcomes: object[] = [];
  for (const wrong of ['x', 'A'.repeat(16), 'B'.repeat(16), 'C'.repeat(16)])
    outcomes.push(await request('snapshot', '192.0.2.3', wrong));
  expect(outcomes.slice(0, 3)).toEqual(Array(3).fill({ error: 'event-unknown' }));
  expect(outcomes[3]).toMatchObject({ error: 'too-many-requests' });
});
