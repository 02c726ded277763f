import { LIMITS } from '@wakeline/contract/limits';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Person } from '../../../testing/person.ts';
import { startWorld, type World } from '../../../testing/world.ts';

const TIMEOUT = { timeout: 20_000 };

// The tests lower the limit: filling a file of 256 MiB takes minutes.
const { exportBytes } = LIMITS;

let world: World;
let ada: Person;
beforeAll(async () => {
  Object.assign(LIMITS, { exportBytes: 1_000_000 });
  world = await startWorld();
  ada = await (await world.account('harbour')).person('ada');
});
afterAll(async () => {
  Object.assign(LIMITS, { exportBytes });
  await world.stop();
});

async function addFences(count: number, vertexCount: number): Promise<void> {
  await sql`
    insert into fence (account_id, name, type, data, color, display, notice, hold_seconds, hold_metres, note)
    select ${ada.accountId}, 'F' || n, 'POLYGON', jsonb_build_object('rings', jsonb_build_array((
        select jsonb_agg(jsonb_build_array(cos(2 * pi() * c / ${vertexCount}::float8), sin(2 * pi() * c / ${vertexCount}::float8)) order by c)
        from generate_series(1, ${vertexCount}::int) c))),
      '#000000', 'SHOW', 'BOTH', 10, 30, ''
    from generate_series(1, ${count}::int) n`.execute(world.database.db);
}

async function exportFences() {
  const { taskProgressId } = await ada.call('exportMapObjects', { kind: 'fence', format: 'geojson' });
  const find = async () =>
    (await ada.call('queryAllTaskProgress', {})).list.find((task) => task.taskProgressId === taskProgressId);
  await expect.poll(async () => (await find())?.state, TIMEOUT).toMatch(/^(done|failed)$/);
  return find();
}

test('reads fences with many vertices in several pages and writes all of them', async () => {
  await addFences(45, 200);
  const task = await exportFences();
  expect(task).toMatchObject({ state: 'done', reason: null });
  const response = await fetch(`${world.url}${task?.url}`, {
    headers: { authorization: `Bearer ${await ada.token()}` },
  });
  const { features } = (await response.json()) as { features: { properties: { name: string } }[] };
  expect(features.map(({ properties }) => properties.name)).toEqual(
    Array.from({ length: 45 }, (_, at) => `F${at + 1}`),
  );
});

test('fails at once with the reason if the file would be too large, and stores no file', async () => {
  await addFences(5, 9_000);
  expect(await exportFences()).toMatchObject({
    state: 'failed',
    url: null,
    reason: 'The file would be too large, please export fewer items at a time',
  });
  const { rows } = await sql`select 1 from task where failure = 'export-too-large'`.execute(
    world.database.db,
  );
  expect(rows).toHaveLength(1);
});
