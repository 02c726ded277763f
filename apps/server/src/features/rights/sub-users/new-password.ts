import { NamedError } from '@wakeline/contract/errors';
import { isCommonDigest } from '../../../identity/common-passwords.ts';
import { accountHashSource, hashQueued } from '../../../identity/password.ts';

/** @throws NamedError `password-common` */
export function checkNewPassword(digest: string): void {
  if (isCommonDigest(digest)) throw new NamedError('password-common');
}

/** What the database keeps of a password that a manager of an account chose. It is costly: after everything else was checked. */
export function hashNewPassword(accountId: number, digest: string): Promise<string> {
  return hashQueued(accountHashSource({ accountId }), digest);
}
