import type { Db } from '../../db/database.ts';
import type { Handlers } from '../../http/handler.ts';
import { changePasswordHandler } from './change-password.ts';
import { querySecurityHandler } from './query-security.ts';
import { sessionHandlers } from './sessions.ts';
import { tokenHandlers } from './tokens.ts';
import { twoFactorHandlers } from './two-factor.ts';

type SecurityOperation =
  | 'beginTwoFactor'
  | 'changePassword'
  | 'confirmTwoFactor'
  | 'createToken'
  | 'deleteToken'
  | 'endSession'
  | 'endTwoFactor'
  | 'querySecurity'
  | 'querySessions'
  | 'queryTokens';

/** Security of the caller's own login. */
export function securityHandlers(db: Db): Pick<Handlers, SecurityOperation> {
  return {
    changePassword: changePasswordHandler(db),
    querySecurity: querySecurityHandler(db),
    ...twoFactorHandlers(db),
    ...sessionHandlers(db),
    ...tokenHandlers(db),
  };
}
