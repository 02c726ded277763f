import { NamedError } from '@wakeline/contract/errors';
import { isCommonDigest } from '../../../identity/common-passwords.ts';
import { hashInTurn, turnOf } from '../../../identity/password.ts';

/** @throws NamedError `password-common` */
export function checkNewPassword(digest: string): void {
  if (isCommonDigest(digest)) throw new NamedError('password-common');
}

/** What the database keeps of a password that a manager of an account chose. It is costly: after everything else was checked. */
export function newPasswordHash(accountId: number, digest: string): Promise<string> {
  return hashInTurn(turnOf({ accountId }), digest);
}
