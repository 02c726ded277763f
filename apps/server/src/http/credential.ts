import type { FastifyRequest } from 'fastify';
import { type Credential, hashToken, isApiToken } from '../identity/tokens.ts';

export const SESSION_COOKIE = 'wakeline_session';

/** Reads an API or session token from `Authorization: Bearer`, or a session token from the cookie. */
export function credentialOf(request: FastifyRequest): Credential | null {
  const [, bearer] = /^Bearer ([\w-]{1,128})$/.exec(request.headers.authorization ?? '') ?? [];
  if (bearer !== undefined) {
    return { tokenHash: hashToken(bearer), via: isApiToken(bearer) ? 'token' : 'session' };
  }
  const cookie = request.cookies[SESSION_COOKIE];
  return cookie === undefined ? null : { tokenHash: hashToken(cookie), via: 'session' };
}
