import type { Language, UserConfig } from '@wakeline/contract/entities/user-config';
import type { Access, Permission } from '@wakeline/contract/operation';
import type { Role } from '@wakeline/contract/roles';

/** Who a signed-in request comes from, with what the policies ask about. Read anew for each call. */
export interface Caller {
  readonly userId: number;
  readonly accountId: number;
  readonly accountName: string;
  readonly login: string;
  /** A program with a token, or a person with a session. */
  readonly via: 'session' | 'token';
  /** What the user called the program's token; null: a person. */
  readonly tokenName: string | null;
  /** Of a program: the less of its token's and its user's. */
  readonly permission: Permission;
  /** Visible functions that the account has at this moment and the user was given; of a program those of its scope. */
  readonly roles: readonly Role[];
  /** Tracker groups that the user sees, with the trackers in them; null: every tracker of the account. */
  readonly groupIds: readonly number[] | null;
  readonly language: Language;
  readonly speedUnits: UserConfig['speedUnits'];
  /** The account's IANA time zone: days and `...Str` fields are in it. */
  readonly timeZone: string;
  /** Whether the account is the operator's own. */
  readonly operator: boolean;
  /** SHA-256 of the token of the session, or of the program. */
  readonly tokenHash: Buffer;
}

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
  readonly signedIn: Caller | null;
  /** Whether that was said by the browser's cookie, not in a header as programs do. */
  readonly byCookie: boolean;
  /** Sets the session cookie of the answer; null takes it away. */
  readonly setSessionCookie: (token: string | null) => void;
}
