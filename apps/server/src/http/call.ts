import type { Language } from '@wakeline/contract/entities/user-config';
import type { Access } from '@wakeline/contract/operation';
import type { Caller } from '../identity/caller.ts';

/** Facts of one request that some handlers need, the public ones above all. */
export interface Call {
  /** Who may make this call: a change checks it again in its transaction. */
  readonly access: Access;
  /** Epoch milliseconds. */
  readonly now: number;
  readonly address: string;
  readonly userAgent: string;
  /** Whether the host name of a URL is one under which this server is reached, or was by this caller. */
  readonly isOwnHost: (hostname: string) => boolean;
  /** The caller's language; of nobody the browser's. */
  readonly language: Language;
  /** Who is signed in: also where the operation is public, and its handler gets no caller. */
  readonly signedInCaller: Caller | null;
  /** Whether that was said by the browser's cookie, not in a header as programs do. */
  readonly usesCookie: boolean;
  /** Sets the session cookie of the answer; null takes it away. */
  readonly setSessionCookie: (token: string | null) => void;
}
