import { NamedError } from '@wakeline/contract/errors';
import type { Db } from '../../db/database.ts';
import type { Call } from '../../http/call.ts';
import { countAttempt } from '../../identity/lockout.ts';
import { addressHashSource, verifyQueued } from '../../identity/password.ts';
import { type FirstFactor, findCandidate } from './first-factor.ts';
import type { RecordFailure } from './record-failure.ts';

/**
 * Verifies the password of a login. All failures have the same error, so that it does not reveal which logins exist.
 *
 * @throws NamedError `login-locked`, `credentials-wrong`
 */
export async function verifyLoginPassword(
  db: Db,
  { login, pd }: { readonly login: string; readonly pd: string },
  call: Call,
  recordFailure: RecordFailure,
): Promise<FirstFactor> {
  const attempt = { login, address: call.address, at: call.now };
  await countAttempt(db, attempt);
  const user = await findCandidate(db, { login });
  const isCorrect = await verifyQueued(addressHashSource(call), user?.passwordHash ?? null, pd);
  if (user === null || !isCorrect) {
    recordFailure(user, call, 'credentials-wrong');
    throw new NamedError('credentials-wrong');
  }
  return {
    user,
    attempt,
    event: 'sign-in',
    requiresSecondFactor: true,
    async complete(_tx, { passwordHash }) {
      // The password was changed concurrently.
      if (passwordHash !== user.passwordHash) throw new NamedError('credentials-wrong');
    },
  };
}
