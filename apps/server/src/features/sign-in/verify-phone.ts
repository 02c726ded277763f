import { NamedError } from '@wakeline/contract/errors';
import type { Db } from '../../db/database.ts';
import type { Call } from '../../http/call.ts';
import { type CodeType, checkCode } from '../../identity/codes.ts';
import { type Attempt, countAttempt } from '../../identity/lockout.ts';

export interface VerifiedPhone {
  /** For `useCode`, in the transaction that needs the proof. */
  readonly codeId: number;
  /** For `undoAttempt` or `clearFailures`, in the same transaction. */
  readonly attempt: Attempt;
}

/**
 * Verifies the code that was sent to a phone. Failures are counted by phone and by address.
 *
 * @throws NamedError `login-locked`, `code-wrong`
 */
export async function verifyPhone(
  db: Db,
  { phone, type, code }: { readonly phone: string; readonly type: CodeType; readonly code: string },
  { address, now }: Pick<Call, 'address' | 'now'>,
): Promise<VerifiedPhone> {
  const attempt = { login: phone, method: 'code', address, at: now } as const;
  await countAttempt(db, attempt);
  const codeId = await checkCode(db, { phone, type, code, now });
  if (codeId === null) throw new NamedError('code-wrong');
  return { codeId, attempt };
}
