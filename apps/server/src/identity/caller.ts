import type { Language, UserUnits } from '@wakeline/contract/entities/user-config';
import type { Permission } from '@wakeline/contract/operation';
import type { Role } from '@wakeline/contract/roles';

/** The authenticated origin of a request with the properties that policies use. Read again for each call. */
export interface Caller {
  readonly userId: number;
  readonly accountId: number;
  readonly accountName: string;
  readonly login: string;
  /** A program with a token, or a person with a session. */
  readonly via: 'session' | 'token';
  /** The name of the program's token; null for a person. */
  readonly tokenName: string | null;
  /** For a program: the lower of its token's and its user's permission. */
  readonly permission: Permission;
  /** Functions that the account currently has and the user was granted; for a program, limited to its token's. */
  readonly roles: readonly Role[];
  /** Tracker groups that the user may see, with their trackers; null: every tracker of the account. */
  readonly groupIds: readonly number[] | null;
  readonly language: Language;
  readonly units: UserUnits;
  /** The account's IANA time zone, used for days and `...Str` fields. */
  readonly timeZone: string;
  /** Whether it is the operator's own account. */
  readonly operator: boolean;
  /** Open consoles that the account may have; null: unlimited. */
  readonly maxConsoles: number | null;
  /** SHA-256 of the token of the session or of the program. */
  readonly tokenHash: Buffer;
}
