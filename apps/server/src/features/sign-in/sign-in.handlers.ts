import type { Db } from '../../db/database.ts';
import type { Handlers } from '../../http/handler.ts';
import { endSession } from '../../http/session.ts';
import { loginHandler, type ReadSettings } from './login.ts';

type SignInOperation = 'loginByCodeOrPd' | 'logout';

/** Signing in and out. */
export function signInHandlers(db: Db, readSettings: ReadSettings): Pick<Handlers, SignInOperation> {
  return {
    loginByCodeOrPd: loginHandler(db, readSettings),

    async logout(_payload, caller, call) {
      await db.transaction().execute((tx) => endSession(tx, caller));
      call.setSessionCookie(null);
      return {};
    },
  };
}
