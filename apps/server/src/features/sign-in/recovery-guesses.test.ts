import { createClient } from '@wakeline/client/client';
import { CODE_TYPES } from '@wakeline/contract/sign-in';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { ADDRESS_FAILURES } from '../../identity/lockout.ts';
import { passwordDigest } from '../../identity/password.ts';
import type { Person } from '../../testing/person.ts';
import { startWorld, type World } from '../../testing/world.ts';

const NEW_PASSWORD = 'Lighthouse9';

let world: World;
let count = 0;

beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());
beforeEach(() => world.clock.advance(3_600_000));

const visitor = () => createClient({ baseUrl: world.url, prefix: world.prefix });
const reset = (ticket: string, password: string = NEW_PASSWORD) =>
  visitor().call('resetPd', { ticket, newPD: passwordDigest(password) });

async function somebody(): Promise<Person & { readonly phone: string }> {
  count += 1;
  const phone = `139${String(count).padStart(8, '0')}`;
  const ada = await (await world.account('harbour')).person(`forgetful ${count}`);
  await world.database.db.updateTable('app_user').set({ phone }).where('user_id', '=', ada.userId).execute();
  return Object.assign(ada, { phone });
}

async function ticketFor(phone: string): Promise<string> {
  await visitor().call('sendLoginCode', { phone, type: CODE_TYPES.recovery });
  const code = await world.texts.nextCode(phone);
  return (await visitor().call('checkResetCode', { phone, code })).ticket;
}

test('made-up tickets are counted for their address, before anything is hashed', async () => {
  const ada = await somebody();
  const ticket = await ticketFor(ada.phone);
  for (let guess = 0; guess < ADDRESS_FAILURES; guess += 1) {
    await expect(reset(`none ${guess}`)).rejects.toMatchObject({ errorName: 'ticket-gone' });
  }
  await expect(reset(ticket)).rejects.toMatchObject({ errorName: 'login-locked' });
  world.clock.advance(15 * 60_000);
  await expect(reset(ticket)).rejects.toMatchObject({ errorName: 'ticket-gone' });
  const another = await ticketFor(ada.phone);
  await reset(another);
  await ada.signIn(NEW_PASSWORD);
});
