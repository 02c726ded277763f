import { createHash, randomBytes } from 'node:crypto';
import type { Caller } from './caller.ts';

const TOKEN_BYTES = 32;

/** Marks the token of a program, so that it is known as one wherever it turns up. */
const API_TOKEN_PREFIX = 'wl_';
/** 32 bytes in base64url (RFC 4648, 5) have 43 characters: a session's token, shorter by the prefix, is never taken for one. */
const API_TOKEN = new RegExp(`^${API_TOKEN_PREFIX}[\\w-]{43}$`);

/** What a request shows of who it comes from. */
export type Credential = Pick<Caller, 'tokenHash' | 'via'>;

/** SHA-256 of a token: what the database keeps, so that a copy of it opens nothing. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** 256 random bits, base64url. */
export function newSessionToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url');
}

/** The same for a program, with the prefix. */
export function newApiToken(): string {
  return `${API_TOKEN_PREFIX}${newSessionToken()}`;
}

/** Whether it is the token of a program, by its form. */
export function isApiToken(token: string): boolean {
  return API_TOKEN.test(token);
}
