import type { Handlers } from '../../http/handler.ts';
import { endSession } from '../../identity/session.ts';
import { bindPhoneHandler } from './bind-phone.ts';
import { loginHandler } from './login.ts';
import type { ReadSettings } from './login-result.ts';
import { createFailureRecorder } from './record-failure.ts';
import { checkResetCodeHandler, resetPdHandler } from './recover.ts';
import { registerHandler } from './register.ts';
import { type SendCodeDependencies, sendCodeHandler } from './send-code.ts';
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

export interface SignInDependencies extends SendCodeDependencies {
  readonly readSettings: ReadSettings;
}

/** Sign-in, sign-out and the proofs of identity: phones, codes, signatures. */
export function signInHandlers(dependencies: SignInDependencies): Pick<Handlers, SignInOperation> {
  const { db, background, readSettings } = dependencies;
  return {
    bindPhone: bindPhoneHandler(db),
    checkResetCode: checkResetCodeHandler(db),
    getSignParam: signParamHandler(db),
    loginByCodeOrPd: loginHandler(db, readSettings, createFailureRecorder(db, background)),
    register: registerHandler(db),
    resetPd: resetPdHandler(db),
    sendLoginCode: sendCodeHandler(dependencies),
    unbindPhone: unbindPhoneHandler(db),

    async logout(_payload, caller, call) {
      await db.transaction().execute((tx) => endSession(tx, caller));
      call.setSessionCookie(null);
      return {};
    },
  };
}
