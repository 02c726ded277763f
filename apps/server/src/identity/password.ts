import { createHash } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';

/** OWASP Password Storage Cheat Sheet, Argon2id (the library's own choice of the three), 19 MiB. */
const ARGON2ID = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** What the console sends instead of a password: the MD5 of the trimmed text, hexadecimal. */
export function passwordDigest(password: string): string {
  return createHash('md5').update(password.trim()).digest('hex');
}

/** What the database keeps: argon2id of the digest in lower case. */
export function hashDigest(digest: string): Promise<string> {
  return hash(digest.toLowerCase(), ARGON2ID);
}

let nobodysHash: Promise<string> | undefined;

/**
 * Whether the digest is that of the stored hash. Without a stored hash (there is no such login) the answer is no,
 * after the same work: how long it takes does not tell which logins exist.
 */
export async function verifyDigest(stored: string | null, digest: string): Promise<boolean> {
  nobodysHash ??= hashDigest('');
  const right = await verify(stored ?? (await nobodysHash), digest.toLowerCase());
  return right && stored !== null;
}
