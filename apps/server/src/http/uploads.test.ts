import { type ClientRequest, request } from 'node:http';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Person } from '../testing/person.ts';
import { startWorld, type World } from '../testing/world.ts';

let world: World;
let ada: Person;
let bob: Person;

beforeAll(async () => {
  world = await startWorld();
  ada = await (await world.account('harbour')).person('ada');
  bob = await (await world.account('airfield')).person('bob');
});
afterAll(() => world.stop());

/** Sends the head of an upload and nothing of its body. */
async function startUpload(person: Person): Promise<ClientRequest> {
  const head = request(`${world.url}${world.prefix}/uploadPicture`, {
    method: 'POST',
    headers: {
      'content-type': 'multipart/form-data; boundary=b',
      'content-length': '1000',
      authorization: `Bearer ${await person.token()}`,
    },
  });
  head.on('error', () => undefined).flushHeaders();
  return head;
}

/** The error of an upload without a picture: `field-invalid` if it is admitted. */
async function outcome(person: Person): Promise<string> {
  const body = new FormData();
  body.set('use', 'logo');
  const headers = { authorization: `Bearer ${await person.token()}` };
  const reply = await world.post('uploadPicture', { headers, body });
  return /"error":"([\w-]+)"/.exec(await reply.text())?.[1] ?? 'none';
}

test('frees the slot of an upload that ends while its caller is looked up', async () => {
  const { db } = world.database;
  await db.transaction().execute(async (tx) => {
    await sql`lock table session in access exclusive mode`.execute(tx);
    const heads = await Promise.all([ada, ada, bob, bob].map(startUpload));
    const waiting = sql<{ count: number }>`select count(*)::int as count from pg_locks where not granted
      and database = (select oid from pg_database where datname = current_database())`;
    await expect.poll(async () => (await waiting.execute(tx)).rows[0]?.count).toBe(4);
    for (const head of heads) head.destroy();
    // The server processes this after it has seen the ends of those uploads.
    for (let turn = 0; turn < 3; turn += 1) await (await fetch(`${world.url}/healthz`)).text();
  });
  await expect.poll(() => outcome(ada)).toBe('field-invalid');
  await expect.poll(() => outcome(bob)).toBe('field-invalid');
});

test('leaves upload slots for other accounts', async () => {
  const heads = await Promise.all([ada, ada, ada, ada, ada].map(startUpload));
  // The server may refuse all of them if it reads the other request first.
  await expect
    .poll(async () => {
      heads.push(await startUpload(ada));
      return outcome(ada);
    })
    .toBe('too-many-requests');
  expect(await outcome(bob)).toBe('field-invalid');
  for (const head of heads) head.destroy();
  await expect.poll(() => outcome(ada)).toBe('field-invalid');
});
