import { NamedError } from '@wakeline/contract/errors';
import type { Db } from '../../db/database.ts';
import type { Call } from '../../http/call.ts';
import { countAttempt } from '../../identity/lockout.ts';
import { addressHashSource, verifyQueued } from '../../identity/password.ts';
import { type FirstFactor, findCandidate } from './first-factor.ts';
import type { RecordFailure } from './record-failure.ts';

/**
 * The password of a login. What is wrong is not told apart: which logins exist is nobody's business.
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
      // A password that was changed a moment ago opens nothing any more.
      if (passwordHash !== user.passwordHash) throw new NamedError('credentials-wrong');
    },
  };
}
