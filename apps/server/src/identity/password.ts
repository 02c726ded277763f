import { createHash } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { HashQueue, type HashSource } from './hash-queue.ts';
import { limitKey } from './limit-key.ts';

/** OWASP Password Storage Cheat Sheet: Argon2id (the library's default variant), 19 MiB. */
const ARGON2ID = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** The console sends this instead of a password: the MD5 of the trimmed text, hexadecimal. */
export function passwordDigest(password: string): string {
  return createHash('md5').update(password.trim()).digest('hex');
}

/** One queue per process, because its threads are shared, too. */
export const hashQueue = new HashQueue();

/** The hash source of an authenticated user: an account runs one hash at a time, for all of its users. */
export function accountHashSource({ accountId }: { readonly accountId: number }): HashSource {
  return { pool: 'authenticated', key: `account ${accountId}` };
}

/** The hash source of a sign-in or password recovery: by address, as failures are counted. */
export function addressHashSource({ address }: { readonly address: string }): HashSource {
  return { pool: 'anonymous', key: limitKey(address) };
}

/** Like `hashDigest`, queued for a call. */
export function hashQueued(source: HashSource, digest: string): Promise<string> {
  return hashQueue.run(source, () => hashDigest(digest));
}

/** Like `verifyDigest`, queued for a call. */
export function verifyQueued(source: HashSource, stored: string | null, digest: string): Promise<boolean> {
  return hashQueue.run(source, () => verifyDigest(stored, digest));
}

/** The stored form: argon2id of the digest in lower case. */
export function hashDigest(digest: string): Promise<string> {
  return hash(digest.toLowerCase(), ARGON2ID);
}

let dummyHash: Promise<string> | undefined;

/**
 * Whether the digest matches the stored hash. Without a stored hash (unknown login) the result is false after the
 * same work, so that timing does not reveal which logins exist.
 */
async function verifyDigest(stored: string | null, digest: string): Promise<boolean> {
  dummyHash ??= hashDigest('');
  const isMatch = await verify(stored ?? (await dummyHash), digest.toLowerCase());
  return isMatch && stored !== null;
}
