import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Db } from '../db/database.ts';
import { loadServerSecret } from '../db/server-secret.ts';

const SECRET_NAME = 'terminal-token';
/** How long the person at a terminal stays signed in. */
export const TERMINAL_SESSION_MS = 12 * 3_600_000;

interface Signed {
  readonly communicationAccountId: number;
  /** Epoch milliseconds. */
  readonly expiresAt: number;
}

/** Tokens of people at terminals: signed instead of stored. A new password or card makes those before it invalid. */
export interface TerminalTokens {
  create(signed: Signed, credential: string): string;
  /** Null: it is no token, or has expired. Compare it with `matches` next. */
  read(token: string, now: number): Signed | null;
  matches(token: string, credential: string): boolean;
}

export async function loadTerminalTokens(db: Db): Promise<TerminalTokens> {
  const secret = await loadServerSecret(db, SECRET_NAME);
  const sign = (id: string, expiry: string, credential: string): Buffer =>
    createHmac('sha256', secret)
      .update(JSON.stringify([id, expiry, credential]))
      .digest();
  return {
    create({ communicationAccountId, expiresAt }, credential) {
      const [id, expiry] = [String(communicationAccountId), String(expiresAt)];
      return `${id}.${expiry}.${sign(id, expiry, credential).toString('base64url')}`;
    },
    read(token, now) {
      const [, id, expiry] = /^(\d{1,10})\.(\d{1,15})\.[\w-]{43}$/.exec(token) ?? [];
      if (id === undefined || Number(id) > 2_147_483_647 || Number(expiry) <= now) return null;
      return { communicationAccountId: Number(id), expiresAt: Number(expiry) };
    },
    matches(token, credential) {
      const [id = '', expiry = '', signature = ''] = token.split('.');
      const given = Buffer.from(signature, 'base64url');
      const expected = sign(id, expiry, credential);
      return given.length === expected.length && timingSafeEqual(given, expected);
    },
  };
}
