import type { Handlers } from '../../http/handler.ts';
import { endSession } from '../../identity/session.ts';
import { bindPhoneHandler } from './bind-phone.ts';
import { failureNotes } from './failed.ts';
import { loginHandler } from './login.ts';
import type { ReadSettings } from './login-answer.ts';
import { checkResetCodeHandler, resetPdHandler } from './recover.ts';
import { registerHandler } from './register.ts';
import { type SendCodeParts, sendCodeHandler } from './send-code.ts';
import { signParamHandler } from './sign-param.ts';
import { unbindPhoneHandler } from './unbind-phone.ts';

type SignInOperation =
  | 'bindPhone'
  | 'checkResetCode'
  | 'getSignParam'
  | 'loginByCodeOrPd'
  | 'logout'
  | 'register'
  | 'resetPd'
  | 'sendLoginCode'
  | 'unbindPhone';

export interface SignInParts extends SendCodeParts {
  readonly readSettings: ReadSettings;
}

/** Signing in and out, and what proves who one is: phones, codes, signatures. */
export function signInHandlers(parts: SignInParts): Pick<Handlers, SignInOperation> {
  const { db, background, readSettings } = parts;
  return {
    bindPhone: bindPhoneHandler(db),
    checkResetCode: checkResetCodeHandler(db),
    getSignParam: signParamHandler(db),
    loginByCodeOrPd: loginHandler(db, readSettings, failureNotes(db, background)),
    register: registerHandler(db),
    resetPd: resetPdHandler(db),
    sendLoginCode: sendCodeHandler(parts),
    unbindPhone: unbindPhoneHandler(db),

    async logout(_payload, caller, call) {
      await db.transaction().execute((tx) => endSession(tx, caller));
      call.setSessionCookie(null);
      return {};
    },
  };
}
