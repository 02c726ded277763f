import { NamedError } from '@wakeline/contract/errors';
import { isCommonDigest } from '../../identity/common-passwords.ts';
import { hashDigest } from '../../identity/password.ts';

/**
 * What the database keeps of a password that a manager chose.
 *
 * @throws NamedError `password-common`
 */
export async function newPasswordHash(digest: string): Promise<string> {
  if (isCommonDigest(digest)) throw new NamedError('password-common');
  return hashDigest(digest);
}
