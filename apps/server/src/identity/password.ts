import { createHash } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { HashQueue, type HashSource } from './hash-queue.ts';
import { limitKey } from './limit-key.ts';

/** OWASP Password Storage Cheat Sheet, Argon2id (the library's own choice of the three), 19 MiB. */
const ARGON2ID = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** What the console sends instead of a password: the MD5 of the trimmed text, hexadecimal. */
export function passwordDigest(password: string): string {
  return createHash('md5').update(password.trim()).digest('hex');
}

/** One of the process, as its threads are. */
export const hashQueue = new HashQueue();

/** The turns of who is signed in: an account has one hash at a time, whichever of its users asks for it. */
export function accountHashSource({ accountId }: { readonly accountId: number }): HashSource {
  return { pool: 'signed in', key: `account ${accountId}` };
}

/** The turns of who signs in, or recovers a password: by where they come from, as their failures are counted. */
export function addressHashSource({ address }: { readonly address: string }): HashSource {
  return { pool: 'signing in', key: limitKey(address) };
}

/** The same as `hashDigest` for a call: in turns with what others ask for. */
export function hashQueued(source: HashSource, digest: string): Promise<string> {
  return hashQueue.run(source, () => hashDigest(digest));
}

/** The same as `verifyDigest` for a call: in turns with what others ask for. */
export function verifyQueued(source: HashSource, stored: string | null, digest: string): Promise<boolean> {
  return hashQueue.run(source, () => verifyDigest(stored, digest));
}

/** What the database keeps: argon2id of the digest in lower case. */
export function hashDigest(digest: string): Promise<string> {
  return hash(digest.toLowerCase(), ARGON2ID);
}

let dummyHash: Promise<string> | undefined;

/**
 * Whether the digest is that of the stored hash. Without a stored hash (there is no such login) the answer is no,
 * after the same work: how long it takes does not tell which logins exist.
 */
async function verifyDigest(stored: string | null, digest: string): Promise<boolean> {
  dummyHash ??= hashDigest('');
  const isMatch = await verify(stored ?? (await dummyHash), digest.toLowerCase());
  return isMatch && stored !== null;
}
