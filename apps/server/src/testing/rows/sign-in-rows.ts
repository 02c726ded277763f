import { createHash, randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { passwordDigest } from '../../identity/password.ts';
import { PASSWORD } from '../person.ts';
import type { World } from '../world.ts';
import type { Makers } from './makers.ts';
import { COMMON_ROLE, type Owner, type Rows, rowWithoutIds } from './row.ts';

const DAY = 86_400_000;

const SECRET = Buffer.alloc(20, 7);

/** The rows of signing in and of credentials. */
export function signInRows(world: World, { uniqueName, uniquePhone }: Makers) {
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
      otherAccountError: null,
    },
    bindPhone: {
      payload: async () => ({ oldPD: digest, phone: uniquePhone(), code: '123456' }),
      expectedError: 'code-wrong',
      otherAccountError: null,
    },
    // A new one would become the password of the caller of the next operation.
    changePassword: {
      payload: async () => ({ oldPD: digest, newPD: digest }),
      expectedError: 'password-same',
      otherAccountError: null,
    },
    checkResetCode: {
      payload: async () => ({ phone: uniquePhone(), code: '123456' }),
      expectedError: 'code-wrong',
      otherAccountError: null,
    },
    confirmTwoFactor: {
      async payload(owner) {
        await setFactor(owner, null);
        return { otp: otp() };
      },
      otherAccountError: null,
    },
    createToken: {
      async payload({ userId }) {
        await db.deleteFrom('api_token').where('user_id', '=', userId).execute();
        return { oldPD: digest, name: 'script', permission: 'viewer', roles: [COMMON_ROLE], days: 1 };
      },
      otherAccountError: null,
    },
    deleteToken: {
      async payload({ userId }) {
        const { token_id } = await db
          .insertInto('api_token')
          .values({
            user_id: userId,
            name: uniqueName(),
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
      otherAccountError: 'token-unknown',
    },
    endSession: {
      async payload({ userId }) {
        const { session_id } = await db
          .insertInto('session')
          .values({
            user_id: userId,
            token_hash: createHash('sha256').update(uniqueName()).digest(),
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
      otherAccountError: 'session-unknown',
    },
    endTwoFactor: {
      async payload(owner) {
        await setFactor(owner, new Date(0));
        return { oldPD: digest, otp: otp() };
      },
      otherAccountError: null,
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
      otherAccountError: null,
    },
    loginByCodeOrPd: {
      payload: async () => ({ phone: uniqueName(), pd: newPassword }),
      expectedError: 'credentials-wrong',
      otherAccountError: null,
    },
    logout: rowWithoutIds(() => ({})),
    querySecurity: rowWithoutIds(() => ({})),
    querySessions: rowWithoutIds(() => ({})),
    queryTokens: rowWithoutIds(() => ({})),
    register: {
      payload: async () => ({ phone: uniquePhone(), code: '123456', pd: newPassword }),
      expectedError: 'registration-closed',
      otherAccountError: null,
    },
    resetPd: {
      payload: async () => ({ ticket: 'none', newPD: newPassword }),
      expectedError: 'ticket-gone',
      otherAccountError: null,
    },
    sendLoginCode: rowWithoutIds(() => ({ phone: uniquePhone(), type: 0 })),
    unbindPhone: rowWithoutIds(() => ({ oldPD: digest })),
  } satisfies Partial<Rows>;
}
