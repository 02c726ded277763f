import { NamedError } from '@wakeline/contract/errors';
import { CODE_TYPES } from '@wakeline/contract/sign-in';
import type { Db } from '../../db/database.ts';
import type { Call } from '../../http/call.ts';
import { checkCode, useCode } from '../../identity/codes.ts';
import { countAttempt } from '../../identity/lockout.ts';
import { type FirstFactor, findCandidate } from './first-factor.ts';
import type { RecordFailure } from './record-failure.ts';

/**
 * Verifies the code that was sent to a user's bound phone.
 *
 * @throws NamedError `login-locked`; `code-wrong`, also for an unknown phone
 */
export async function verifyLoginCode(
  db: Db,
  { phone, code }: { readonly phone: string; readonly code: string },
  call: Call,
  recordFailure: RecordFailure,
): Promise<FirstFactor> {
  const attempt = { login: phone, method: 'code', address: call.address, at: call.now } as const;
  await countAttempt(db, attempt);
  const codeId = await checkCode(db, { phone, type: CODE_TYPES.login, code, now: call.now });
  const user = await findCandidate(db, { phone });
  if (user === null || codeId === null) {
    recordFailure(user, call, 'code-wrong');
    throw new NamedError('code-wrong');
  }
  return {
    user,
    attempt,
    event: 'code-sign-in',
    requiresSecondFactor: true,
    async complete(tx, current) {
      if (current.phone !== phone) throw new NamedError('code-wrong');
      await useCode(tx, codeId);
    },
  };
}
