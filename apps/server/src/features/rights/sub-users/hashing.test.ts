import type { PayloadInput } from '@wakeline/contract/operation';
import type { Operations } from '@wakeline/contract/operations';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { accountHashSource, hashQueue, passwordDigest } from '../../../identity/password.ts';
import type { Person } from '../../../testing/person.ts';
import { startWorld, type World } from '../../../testing/world.ts';

type Form = PayloadInput<Operations['createSubEobUser']>;

let world: World;
let holder: Person;
let administrator: Person;
let subUserId: number;
/** Finishes the running hash of the account. */
let finishHash: () => void;
let runningHash: Promise<void>;

beforeAll(async () => {
  world = await startWorld();
  const harbour = await world.account('harbour');
  holder = await harbour.person('holder');
  administrator = await harbour.person('administrator', { permission: 'administrator' });
  subUserId = (await holder.call('createSubEobUser', createForm('bo'))).subUserId;
});
afterAll(() => world.stop());
beforeEach(() => {
  const end = new Promise<void>((resolve) => {
    finishHash = resolve;
  });
  runningHash = hashQueue.run(accountHashSource(holder), () => end);
});
afterEach(async () => {
  finishHash();
  await runningHash;
});

function createForm(account: string, fields: Partial<Form> = {}): Form {
  const pd = passwordDigest('Harbour99');
  return { noteName: account, account, pd, permission: 'viewer', roles: [], ...fields };
}

describe('while a hash of the account is running, refuses immediately without computing another one:', () => {
  const pd = passwordDigest('Harbour98');
  const refused: [what: string, errorName: string, call: () => Promise<unknown>][] = [
    [
      'a sub-account with a right that the caller lacks',
      'right-not-yours',
      () => administrator.call('createSubEobUser', createForm('cy', { permission: 'administrator' })),
    ],
    [
      'a sub-account with a login that is taken',
      'login-taken',
      () => holder.call('createSubEobUser', createForm('BO')),
    ],
    [
      'a sub-account with an unknown group',
      'group-unknown',
      () => holder.call('createSubEobUser', createForm('cy', { groupIds: [2_147_483_647] })),
    ],
    [
      'a sub-account with a common password',
      'password-common',
      () => holder.call('createSubEobUser', createForm('cy', { pd: passwordDigest('123456') })),
    ],
    [
      'a password for an unknown sub-account',
      'sub-user-unknown',
      () => holder.call('editSubEobUser', { subUserId: 2_147_483_647, pd }),
    ],
    [
      "a password for the caller's own login",
      'own-rights',
      () => administrator.call('editSubEobUser', { subUserId: administrator.userId, pd }),
    ],
    [
      'a password along with a login that is taken',
      'login-taken',
      () => holder.call('editSubEobUser', { subUserId, pd, account: 'administrator' }),
    ],
    [
      'disabling two-factor sign-in that is off',
      'two-factor-off',
      () => holder.call('endTwoFactor', { oldPD: pd, otp: '123456' }),
    ],
    [
      'a token with a right that the caller lacks',
      'right-not-yours',
      async () => {
        const editor = await (await world.account('harbour')).person('editor', { permission: 'editor' });
        return editor.call('createToken', {
          oldPD: pd,
          name: 'script',
          permission: 'administrator',
          roles: ['eob_plugin_auth_mg'],
          days: 1,
        });
      },
    ],
  ];
  test.each(refused)('%s', async (_what, errorName, call) => {
    await expect(call()).rejects.toMatchObject({ errorName });
  });
});

test('queues a valid sub-account behind the hash of its account, but not a sign-in', async () => {
  const order: string[] = [];
  const creation = holder.call('createSubEobUser', createForm('dee')).then(() => order.push('created'));
  await administrator.signIn();
  order.push('signed in');
  finishHash();
  await creation;
  expect(order).toEqual(['signed in', 'created']);
});
