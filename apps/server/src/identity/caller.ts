import type { Language, UserConfig } from '@wakeline/contract/entities/user-config';
import type { Permission } from '@wakeline/contract/operation';
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
