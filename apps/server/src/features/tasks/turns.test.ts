import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Person } from '../../testing/person.ts';
import { startWorld, type World } from '../../testing/world.ts';

const TASKS = 20;

let world: World;
beforeAll(async () => {
  // With 6 connections, a server runs one small task at a time: the order of starts is exact.
  world = await startWorld({ environment: { WAKELINE_DATABASE_CONNECTIONS: '6' } });
  // Records each start, in the transaction that marks the task as running.
  await sql`create table task_start (number serial primary key, task_id int not null)`.execute(
    world.database.db,
  );
  await sql`
    create function record_start() returns trigger language plpgsql as $$
    begin insert into task_start (task_id) values (new.task_id); return null; end $$`.execute(
    world.database.db,
  );
  await sql`
    create trigger record_start after update on task for each row
    when (old.state = 'waiting' and new.state = 'running') execute function record_start()`.execute(
    world.database.db,
  );
});
afterAll(() => world.stop());

/** Logins of the users whose tasks have started, in the order of the starts. */
async function starts(): Promise<string[]> {
  const { rows } = await sql<{ login: string }>`
    select login from task_start join task using (task_id) join app_user using (user_id) order by number`.execute(
    world.database.db,
  );
  return rows.map(({ login }) => login);
}

test('starts the tasks of three accounts in turns, each once, although one requested all of its own first', {
  tags: ['long'],
  timeout: 150_000,
}, async () => {
  const { db } = world.database;
  const people: Person[] = [];
  for (const name of ['harbour', 'airfield', 'depot']) {
    const account = await world.account(name);
    people.push(await account.person(name));
    await account.tracker(`86000000000010${people.length}`);
  }
  // An export reads the icons of its account: the first one waits until all are requested.
  const lockingTransaction = await db.startTransaction().execute();
  await sql`lock table tracker_icon in access exclusive mode`.execute(lockingTransaction);
  try {
    for (const person of people) {
      for (let count = 0; count < TASKS; count += 1)
        await person.call('exportDeviceDtosByEobUser', { format: 'csv', deviceFilter: {} });
    }
    await expect.poll(starts, { timeout: 30_000 }).toEqual(['harbour']);
  } finally {
    await lockingTransaction.rollback().execute();
  }
  const states = async () => {
    const lists = await Promise.all(people.map((person) => person.call('queryAllTaskProgress', {})));
    return lists.map(({ list }) => list.filter(({ state }) => state === 'done').length);
  };
  await expect.poll(states, { timeout: 120_000, interval: 200 }).toEqual([TASKS, TASKS, TASKS]);
  expect(await starts()).toEqual(
    Array.from({ length: TASKS }, () => ['harbour', 'airfield', 'depot']).flat(),
  );
});
