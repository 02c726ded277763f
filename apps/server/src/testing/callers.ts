import type { Permission } from '@wakeline/contract/operation';
import { ROLES, type Role } from '@wakeline/contract/roles';
import type { Tx } from '../db/database.ts';
import type { Subject } from '../identity/access.ts';
import { endSession, openSession, SESSION_IDLE_MS } from '../identity/session.ts';
import { hashToken, newApiToken } from '../identity/tokens.ts';
import { COMMON_ROLE, type Owner } from './rows/row.ts';
import type { World } from './world.ts';

const DAY = 86_400_000;

/** A caller of an operation, possibly anonymous. */
export interface TestCaller {
  readonly name: string;
  /** The rights of the caller; null: must be treated as anonymous. */
  readonly subject: Pick<Subject, 'via' | 'permission' | 'roles'> | null;
  /** The user for whom the payloads are made: the caller, or another user for anonymous callers. */
  readonly owner: Owner;
  /** A separate token for each call, because a call can end it. Null: none. */
  token(): Promise<string | null>;
}

/** All kinds of callers that the contract distinguishes. */
export async function createCallers(world: World): Promise<readonly TestCaller[]> {
  const { db } = world.database;
  const now = () => world.clock.now();
  const inTransaction = <Result>(work: (tx: Tx) => Promise<Result>) => db.transaction().execute(work);
  const createSession = (userId: number, at: number) =>
    inTransaction((tx) => openSession(tx, { userId, now: at, address: '127.0.0.1', userAgent: 'matrix' }));

  const harbour = await world.account('harbour');
  const holder = await harbour.person('harbour holder');

  async function userCaller(
    name: string,
    permission: Permission,
    { account = 'harbour', roles = ROLES }: { account?: string; roles?: readonly Role[] } = {},
  ): Promise<TestCaller> {
    const { userId, accountId } = await (await world.account(account)).person(name, { permission, roles });
    const subject = { via: 'session', permission, roles } as const;
    return { name, subject, owner: { userId, accountId }, token: () => createSession(userId, now()) };
  }

  function unauthenticatedCaller(name: string, token: TestCaller['token']): TestCaller {
    return { name, subject: null, owner: holder, token };
  }

  async function createProgramToken(
    userId: number,
    expiresAt: number,
    permission: 'administrator' | 'viewer' = 'viewer',
  ): Promise<string> {
    const token = newApiToken();
    await inTransaction((tx) =>
      tx
        .insertInto('api_token')
        .values({
          user_id: userId,
          name: 'matrix',
          token_hash: hashToken(token),
          permission,
          roles: [...ROLES],
          created_at: new Date(now()),
          expires_at: new Date(expiresAt),
        })
        .execute(),
    );
    return token;
  }

  const disabled = await harbour.person('disabled');
  await inTransaction((tx) =>
    tx.updateTable('app_user').set({ disabled: true }).where('user_id', '=', disabled.userId).execute(),
  );
  const programmer = await harbour.person('programmer');
  const expired = await userCaller('holder whose functions have expired', 'holder', { account: 'lapsed' });
  await inTransaction((tx) =>
    tx
      .updateTable('account_plugin')
      .set({ valid_until: new Date(now()) })
      .where('account_id', '=', expired.owner.accountId)
      .where('role', '!=', COMMON_ROLE)
      .execute(),
  );

  return [
    unauthenticatedCaller('nobody', async () => null),
    unauthenticatedCaller('a wrong token', async () => 'x'.repeat(43)),
    unauthenticatedCaller("a wrong program's token", async () => newApiToken()),
    unauthenticatedCaller('a session that was ended', async () => {
      const token = await createSession(holder.userId, now());
      await inTransaction((tx) =>
        endSession(tx, { userId: holder.userId, tokenHash: hashToken(token), via: 'session' }),
      );
      return token;
    }),
    unauthenticatedCaller('a session that has expired', () =>
      createSession(holder.userId, now() - SESSION_IDLE_MS),
    ),
    unauthenticatedCaller("a program's token that has expired", () =>
      createProgramToken(holder.userId, now()),
    ),
    unauthenticatedCaller('a disabled user', () => createSession(disabled.userId, now())),
    unauthenticatedCaller("a disabled user's program", () =>
      createProgramToken(disabled.userId, now() + DAY),
    ),
    await userCaller('viewer', 'viewer'),
    await userCaller('editor', 'editor'),
    await userCaller('administrator', 'administrator'),
    await userCaller('holder', 'holder'),
    await userCaller('holder with one function', 'holder', { roles: [COMMON_ROLE] }),
    { ...expired, subject: { via: 'session', permission: 'holder', roles: [COMMON_ROLE] } },
    await userCaller('holder of another account', 'holder', { account: 'airfield' }),
    {
      name: "a holder's program that may view",
      subject: { via: 'token', permission: 'viewer', roles: ROLES },
      owner: programmer,
      token: () => createProgramToken(programmer.userId, now() + DAY),
    },
    {
      name: "a holder's program that may administer",
      subject: { via: 'token', permission: 'administrator', roles: ROLES },
      owner: programmer,
      token: () => createProgramToken(programmer.userId, now() + DAY, 'administrator'),
    },
  ];
}
