import { exportDeviceDtosByEobUser } from '@wakeline/contract/trackers/import';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Person } from '../testing/person.ts';
import { startWorld, type World, type WorldAccount } from '../testing/world.ts';
import { confirmRequester, requireRequester } from './requester.ts';

const { access } = exportDeviceDtosByEobUser;
const REFUSED = { errorName: 'not-allowed' };

let world: World;
let harbour: WorldAccount;
let pilots: number;
let pilot: Person;
let made = 0;

beforeAll(async () => {
  world = await startWorld();
  harbour = await world.account('harbour');
  pilots = (await (await harbour.person('holder')).call('createGroup', { groupName: 'Pilots' })).groupId;
});
afterAll(() => world.stop());
beforeEach(async () => {
  made += 1;
  pilot = await harbour.person(`pilot-${made}`, { permission: 'viewer', groupIds: [pilots] });
});

const read = (requester: { readonly accountId: number; readonly userId: number | null } = pilot) =>
  requireRequester(world.database.db, requester, access, world.clock.now());

describe('the requester of a task', () => {
  test('is read with their current groups', async () => {
    const { accountId, userId } = pilot;
    expect(await read()).toMatchObject({ accountId, userId, groupIds: [pilots] });
  });

  test('is refused once deleted, disabled, in another account, or without the function', async () => {
    const { accountId, userId } = pilot;
    await expect(read({ accountId, userId: null })).rejects.toMatchObject(REFUSED);
    await expect(read({ accountId: accountId + 1, userId })).rejects.toMatchObject(REFUSED);
    const outsider = await (await world.account('quay')).person('outsider');
    await sql`delete from account_plugin where account_id = ${outsider.accountId}`.execute(world.database.db);
    await expect(read(outsider)).rejects.toMatchObject(REFUSED);
    await sql`update app_user set disabled = true where user_id = ${userId}`.execute(world.database.db);
    await expect(read()).rejects.toMatchObject(REFUSED);
  });

  test('is confirmed at the end of the task only with the rights that it has used', async () => {
    const { db } = world.database;
    const confirm = confirmRequester(await read(), access, () => world.clock.now());
    await db.transaction().execute(confirm);
    await sql`delete from user_group where user_id = ${pilot.userId}`.execute(db);
    await expect(db.transaction().execute(confirm)).rejects.toMatchObject(REFUSED);
  });

  test('keeps their rights until the end of the confirming transaction', async () => {
    const { db } = world.database;
    const confirm = confirmRequester(await read(), access, () => world.clock.now());
    const order: string[] = [];
    let disabled = Promise.resolve();
    await db.transaction().execute(async (tx) => {
      await confirm(tx);
      disabled = sql`update app_user set disabled = true where user_id = ${pilot.userId}`
        .execute(db)
        .then(() => void order.push('disabled'));
      const isWaiting = async () =>
        (
          await sql`select from pg_locks where relation = 'app_user'::regclass and locktype = 'tuple'`.execute(
            tx,
          )
        ).rows.length > 0;
      await expect.poll(isWaiting, { timeout: 30_000 }).toBe(true);
      order.push('committed');
    });
    await disabled;
    expect(order).toEqual(['committed', 'disabled']);
    await expect(db.transaction().execute(confirm)).rejects.toMatchObject(REFUSED);
  });
});
