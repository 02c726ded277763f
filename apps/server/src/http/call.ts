import type { Language } from '@wakeline/contract/entities/user-config';
import type { Access } from '@wakeline/contract/operation';
import type { Caller } from '../identity/caller.ts';

/** Details of one request, for handlers that need them (mostly public operations). */
export interface Call {
  /** The access this call requires. Changes check it again in their transaction. */
  readonly access: Access;
  /** Epoch milliseconds. */
  readonly now: number;
  readonly address: string;
  readonly userAgent: string;
  /** Whether a URL's host name is one of this server's, or the one this request used. */
  readonly isOwnHost: (hostname: string) => boolean;
  /** Host name of the request, without the port; null if it has no valid one. */
  readonly hostname: string | null;
  /** The caller's language; the browser's for anonymous requests. */
  readonly language: Language;
  /** The signed-in user; also set for public operations, whose handlers get no caller. */
  readonly signedInCaller: Caller | null;
  /** Whether the session came from the cookie of a browser instead of a header. */
  readonly usesCookie: boolean;
  /** Sets the session cookie in the response; null clears it. */
  readonly setSessionCookie: (token: string | null) => void;
}
