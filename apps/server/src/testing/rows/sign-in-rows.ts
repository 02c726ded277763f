import { createHash, randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { passwordDigest } from '../../identity/password.ts';
import { PASSWORD } from '../person.ts';
import type { World } from '../world.ts';
import type { Makers } from './makers.ts';
import { type Owner, own, ROLE_OF_ALL, type Rows } from './row.ts';

const DAY = 86_400_000;

const SECRET = Buffer.alloc(20, 7);

/** The rows of signing in, and of what proves who one is. */
export function signInRows(world: World, { fresh, phone }: Makers) {
  const {
    database: { db },
    clock,
  } = world;
  const digest = passwordDigest(PASSWORD);
  const newPassword = passwordDigest('Harbour99');
  async function setFactor({ userId }: Owner, confirmed: Date | null): Promise<void> {
    await db
      .updateTable('app_user')
      .set({ totp_secret: SECRET, totp_confirmed_at: confirmed, totp_last_step: null })
      .where('user_id', '=', userId)
      .execute();
  }
  const otp = () =>
    TOTP.generate({
      secret: new Secret({ buffer: new Uint8Array(SECRET).buffer }),
      timestamp: clock.now(),
    });

  return {
    beginTwoFactor: {
      async payload({ userId }) {
        await db
          .updateTable('app_user')
          .set({ totp_secret: null, totp_confirmed_at: null })
          .where('user_id', '=', userId)
          .execute();
        return { oldPD: digest };
      },
      foreign: null,
    },
    bindPhone: {
      payload: async () => ({ oldPD: digest, phone: phone(), code: '123456' }),
      outcome: 'code-wrong',
      foreign: null,
    },
    // Another one would be the password of who calls the next operation.
    changePassword: {
      payload: async () => ({ oldPD: digest, newPD: digest }),
      outcome: 'password-same',
      foreign: null,
    },
    checkResetCode: {
      payload: async () => ({ phone: phone(), code: '123456' }),
      outcome: 'code-wrong',
      foreign: null,
    },
    confirmTwoFactor: {
      async payload(owner) {
        await setFactor(owner, null);
        return { otp: otp() };
      },
      foreign: null,
    },
    createToken: {
      async payload({ userId }) {
        await db.deleteFrom('api_token').where('user_id', '=', userId).execute();
        return { oldPD: digest, name: 'script', permission: 'viewer', roles: [ROLE_OF_ALL], days: 1 };
      },
      foreign: null,
    },
    deleteToken: {
      async payload({ userId }) {
        const { token_id } = await db
          .insertInto('api_token')
          .values({
            user_id: userId,
            name: fresh(),
            token_hash: randomBytes(32),
            permission: 'viewer',
            roles: [],
            created_at: new Date(clock.now()),
            expires_at: new Date(clock.now() + DAY),
          })
          .returning('token_id')
          .executeTakeFirstOrThrow();
        return { tokenId: token_id };
      },
      foreign: 'token-unknown',
    },
    endSession: {
      async payload({ userId }) {
        const { session_id } = await db
          .insertInto('session')
          .values({
            user_id: userId,
            token_hash: createHash('sha256').update(fresh()).digest(),
            created_at: new Date(clock.now()),
            last_seen_at: new Date(clock.now()),
            expires_at: new Date(clock.now() + DAY),
            address: '',
            user_agent: '',
          })
          .returning('session_id')
          .executeTakeFirstOrThrow();
        return { sessionId: session_id };
      },
      foreign: 'session-unknown',
    },
    endTwoFactor: {
      async payload(owner) {
        await setFactor(owner, new Date(0));
        return { oldPD: digest, otp: otp() };
      },
      foreign: null,
    },
    getSignParam: {
      async payload({ accountId }) {
        await db.deleteFrom('used_sign').execute();
        await db
          .updateTable('account')
          .set({ sign_secret: SECRET, ground_support_url: 'https://ground.example/' })
          .where('account_id', '=', accountId)
          .execute();
        return {};
      },
      foreign: null,
    },
    loginByCodeOrPd: {
      payload: async () => ({ phone: fresh(), pd: newPassword }),
      outcome: 'credentials-wrong',
      foreign: null,
    },
    logout: own(() => ({})),
    querySecurity: own(() => ({})),
    querySessions: own(() => ({})),
    queryTokens: own(() => ({})),
    register: {
      payload: async () => ({ phone: phone(), code: '123456', pd: newPassword }),
      outcome: 'registration-closed',
      foreign: null,
    },
    resetPd: {
      payload: async () => ({ ticket: 'none', newPD: newPassword }),
      outcome: 'ticket-gone',
      foreign: null,
    },
    sendLoginCode: own(() => ({ phone: phone(), type: 0 })),
    unbindPhone: own(() => ({ oldPD: digest })),
  } satisfies Partial<Rows>;
}
