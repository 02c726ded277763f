import { createHash, randomBytes } from 'node:crypto';
import type { Caller } from './caller.ts';

const TOKEN_BYTES = 32;

/** Prefix of a program's token, so that it can be recognized anywhere. */
const API_TOKEN_PREFIX = 'wl_';
/**
 * 32 bytes in base64url (RFC 4648, 5) have 43 characters: a session token lacks the prefix and is never taken for an
 * API token.
 */
const API_TOKEN = new RegExp(`^${API_TOKEN_PREFIX}[\\w-]{43}$`);

/** The credential of a request. */
export type Credential = Pick<Caller, 'tokenHash' | 'via'>;

/** SHA-256 of a token: only this is stored, so a copy of the database gives no access. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** 256 random bits, base64url. */
export function newSessionToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url');
}

/** The same with the prefix, for a program. */
export function newApiToken(): string {
  return `${API_TOKEN_PREFIX}${newSessionToken()}`;
}

/** Whether a token has the form of a program's token. */
export function isApiToken(token: string): boolean {
  return API_TOKEN.test(token);
}
