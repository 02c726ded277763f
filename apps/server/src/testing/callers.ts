import type { Permission } from '@wakeline/contract/operation';
import { ROLES, type Role } from '@wakeline/contract/roles';
import type { Tx } from '../db/database.ts';
import type { Subject } from '../identity/access.ts';
import { endSession, openSession, SESSION_IDLE_MS } from '../identity/session.ts';
import { hashToken, newApiToken } from '../identity/tokens.ts';
import { type Owner, ROLE_OF_ALL } from './rows/row.ts';
import type { World } from './world.ts';

const DAY = 86_400_000;

/** Somebody, or nobody, who calls an operation. */
export interface TestCaller {
  readonly name: string;
  /** What he may be told to have: null where he has to count as nobody. */
  readonly subject: Pick<Subject, 'via' | 'permission' | 'roles'> | null;
  /** For whom his payloads are made: himself, or somebody else where he is nobody. */
  readonly owner: Owner;
  /** A token of his own for each call: a call may end it. Null: he shows none. */
  token(): Promise<string | null>;
}

/** Everybody of whom the contract says something. */
export async function allCallers(world: World): Promise<readonly TestCaller[]> {
  const { db } = world.database;
  const now = () => world.clock.now();
  const write = <Result>(work: (tx: Tx) => Promise<Result>) => db.transaction().execute(work);
  const open = (userId: number, at: number) =>
    write((tx) => openSession(tx, { userId, now: at, address: '127.0.0.1', userAgent: 'matrix' }));

  const harbour = await world.account('harbour');
  const holder = await harbour.person('harbour holder');

  async function person(
    name: string,
    permission: Permission,
    { account = 'harbour', roles = ROLES }: { account?: string; roles?: readonly Role[] } = {},
  ): Promise<TestCaller> {
    const { userId, accountId } = await (await world.account(account)).person(name, { permission, roles });
    const subject = { via: 'session', permission, roles } as const;
    return { name, subject, owner: { userId, accountId }, token: () => open(userId, now()) };
  }

  function nobody(name: string, token: TestCaller['token']): TestCaller {
    return { name, subject: null, owner: holder, token };
  }

  async function program(
    userId: number,
    end: number,
    permission: 'administrator' | 'viewer' = 'viewer',
  ): Promise<string> {
    const token = newApiToken();
    await write((tx) =>
      tx
        .insertInto('api_token')
        .values({
          user_id: userId,
          name: 'matrix',
          token_hash: hashToken(token),
          permission,
          roles: [...ROLES],
          created_at: new Date(now()),
          expires_at: new Date(end),
        })
        .execute(),
    );
    return token;
  }

  const disabled = await harbour.person('disabled');
  await write((tx) =>
    tx.updateTable('app_user').set({ disabled: true }).where('user_id', '=', disabled.userId).execute(),
  );
  const programmer = await harbour.person('programmer');
  const lapsed = await person('holder whose functions have expired', 'holder', { account: 'lapsed' });
  await write((tx) =>
    tx
      .updateTable('account_plugin')
      .set({ valid_until: new Date(now()) })
      .where('account_id', '=', lapsed.owner.accountId)
      .where('role', '!=', ROLE_OF_ALL)
      .execute(),
  );

  return [
    nobody('nobody', async () => null),
    nobody('a wrong token', async () => 'x'.repeat(43)),
    nobody("a wrong program's token", async () => newApiToken()),
    nobody('a session that was ended', async () => {
      const token = await open(holder.userId, now());
      await write((tx) =>
        endSession(tx, { userId: holder.userId, tokenHash: hashToken(token), via: 'session' }),
      );
      return token;
    }),
    nobody('a session that has expired', () => open(holder.userId, now() - SESSION_IDLE_MS)),
    nobody("a program's token that has expired", () => program(holder.userId, now())),
    nobody('a disabled user', () => open(disabled.userId, now())),
    nobody("a disabled user's program", () => program(disabled.userId, now() + DAY)),
    await person('viewer', 'viewer'),
    await person('editor', 'editor'),
    await person('administrator', 'administrator'),
    await person('holder', 'holder'),
    await person('holder with one function', 'holder', { roles: [ROLE_OF_ALL] }),
    { ...lapsed, subject: { via: 'session', permission: 'holder', roles: [ROLE_OF_ALL] } },
    await person('holder of another account', 'holder', { account: 'airfield' }),
    {
      name: "a holder's program that may view",
      subject: { via: 'token', permission: 'viewer', roles: ROLES },
      owner: programmer,
      token: () => program(programmer.userId, now() + DAY),
    },
    {
      name: "a holder's program that may administer",
      subject: { via: 'token', permission: 'administrator', roles: ROLES },
      owner: programmer,
      token: () => program(programmer.userId, now() + DAY, 'administrator'),
    },
  ];
}
