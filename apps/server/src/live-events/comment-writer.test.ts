import { randomUUID } from 'node:crypto';
import type { NamedError } from '@wakeline/contract/errors';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createEvent, type TestEvent } from '../testing/live-event.ts';
import { startWorld, type World } from '../testing/world.ts';
import { CommentWriter } from './comment-writer.ts';

/** The first request is being stored while 5,000 others wait. */
const ACCEPTED = 5_001;

let world: World;
let event: TestEvent;
beforeAll(async () => {
  world = await startWorld();
  event = await createEvent(world, (await world.account('harbour')).accountId);
});
afterAll(() => world.stop());

test('refuses requests while thousands of a match wait, and stores the ones that it accepted', async () => {
  const { db } = world.database;
  const { matchId, code } = event;
  const writer = new CommentWriter({ db, clock: world.clock });
  const send = () =>
    writer.store(matchId, {
      ...{ kind: 'comment', code, viewerKey: randomUUID(), address: '192.0.2.1' },
      ...{ clientKey: randomUUID(), name: 'Cy', text: 'Go!' },
    });
  let accepted: readonly ReturnType<typeof send>[] = [];
  await db.transaction().execute(async (tx) => {
    await sql`select from match where match_id = ${matchId} for update`.execute(tx);
    accepted = Array.from({ length: ACCEPTED }, send);
    let failure: string | null = null;
    send().catch((error: NamedError) => {
      failure = error.errorName;
    });
    await expect.poll(() => failure).toBe('overloaded');
  });
  const numbers = (await Promise.all(accepted)).map(({ number }) => number);
  expect(new Set(numbers).size).toBe(ACCEPTED);
  expect((await send()).number).toBe(ACCEPTED + 1);
});
