import { NamedError } from '@wakeline/contract/errors';
import { isCommonDigest } from '../../../identity/common-passwords.ts';
import { accountHashSource, hashQueued } from '../../../identity/password.ts';

/** @throws NamedError `password-common` */
export function checkNewPassword(digest: string): void {
  if (isCommonDigest(digest)) throw new NamedError('password-common');
}

/** Hashes a password that a manager of the account chose. Expensive: call it after all other checks. */
export function hashNewPassword(accountId: number, digest: string): Promise<string> {
  return hashQueued(accountHashSource({ accountId }), digest);
}
