import { type ErrorName, NamedError } from '@wakeline/contract/errors';
import type { PayloadOf } from '@wakeline/contract/operation';
import type { loginByCodeOrPd } from '@wakeline/contract/sign-in';
import { sql } from 'kysely';
import { recordAudit } from '../../audit/record.ts';
import type { Db, Tx } from '../../db/database.ts';
import type { Call } from '../../http/call.ts';
import type { Handler } from '../../http/handler.ts';
import { type Attempt, clearFailures, countAttempt, undoAttempt } from '../../identity/lockout.ts';
import { endSession, openSession } from '../../identity/session.ts';
import { consumeSecondFactor } from '../../identity/totp.ts';
import { type Candidate, type FirstFactor, lockCandidate } from './first-factor.ts';
import { buildLoginResult, type ReadSettings } from './login-result.ts';
import type { RecordFailure } from './record-failure.ts';
import { verifyLoginCode } from './verify-code.ts';
import { verifyLoginPassword } from './verify-password.ts';
import { verifyLoginSign } from './verify-sign.ts';

type Payload = PayloadOf<typeof loginByCodeOrPd>;

/** Signs in with a password, a code or a third party's signature, and with the second factor if the user has one. */
export function loginHandler(
  db: Db,
  readSettings: ReadSettings,
  recordFailure: RecordFailure,
): Handler<typeof loginByCodeOrPd> {
  return async (payload, _anonymous, call) => {
    const factor = await verifyFirstFactor(db, payload, call, recordFailure);
    // Revealed only after the first factor was verified.
    if (factor.user.disabled) throw new NamedError('user-disabled');
    if (needsSecondFactor(factor.user, factor) && payload.otp !== undefined) {
      await countAttempt(db, secondFactorAttempt(factor.user, call));
    }
    const outcome = await db.transaction().execute((tx) => completeLogin(tx, factor, payload, call));
    if (outcome.error !== null) {
      if (outcome.error === 'second-factor-wrong') recordFailure(factor.user, call, outcome.error);
      throw new NamedError(outcome.error);
    }
    call.setSessionCookie(outcome.token);
    return buildLoginResult(db, readSettings, { ...factor.user, token: outcome.token, now: call.now });
  };
}

const CREDENTIAL_FIELDS = ['pd', 'code', 'sign'] as const;

async function verifyFirstFactor(
  db: Db,
  payload: Payload,
  call: Call,
  recordFailure: RecordFailure,
): Promise<FirstFactor> {
  const { phone, userName, timestamp } = payload;
  const givenFields = CREDENTIAL_FIELDS.filter(
    (field) => payload[field] !== undefined && payload[field] !== '',
  );
  const login = givenFields[0] === 'sign' ? (userName ?? phone) : phone;
  if (login === undefined || login === '') throw new NamedError('account-empty');
  const [field, extraField] = givenFields;
  const { pd = '', code = '', sign = '' } = payload;
  if (field === undefined) throw missingField('pd', call);
  if (extraField !== undefined) throw tooManyFields(extraField, call);
  if (field === 'pd') return verifyLoginPassword(db, { login, pd }, call, recordFailure);
  if (field === 'code') return verifyLoginCode(db, { phone: login, code }, call, recordFailure);
  if (timestamp === undefined) throw missingField('timestamp', call);
  return verifyLoginSign(db, { login, timestamp, sign }, call, recordFailure);
}

function missingField(field: string, { language }: Call): NamedError {
  return new NamedError('field-invalid', { field, reason: language === 'zh_CN' ? '必填' : 'required' });
}

function tooManyFields(field: string, { language }: Call): NamedError {
  const reason =
    language === 'zh_CN' ? '密码、验证码、签名只能使用一种' : 'only one of pd, code and sign may be given';
  return new NamedError('field-invalid', { field, reason });
}

function needsSecondFactor({ twoFactor }: Candidate, { requiresSecondFactor }: FirstFactor): boolean {
  return requiresSecondFactor && twoFactor;
}

function secondFactorAttempt({ login }: Candidate, { address, now }: Call): Attempt {
  return { login, method: 'factor', address, at: now };
}

type LoginOutcome =
  | { readonly error: null; readonly token: string }
  | {
      readonly error: Extract<
        ErrorName,
        'second-factor-needed' | 'second-factor-wrong' | 'credentials-wrong'
      >;
    };

/** Returns second-factor errors instead of throwing them, since the transaction has to commit the counted attempts. */
async function completeLogin(
  tx: Tx,
  factor: FirstFactor,
  { otp, lang }: Payload,
  call: Call,
): Promise<LoginOutcome> {
  const { attempt, event } = factor;
  const user = await lockCandidate(tx, factor.user.userId);
  if (user === null) return { error: 'credentials-wrong' };
  if (needsSecondFactor(user, factor)) {
    if (otp === undefined) {
      // Only this attempt: otherwise a known password could be used to clear failures of the second factor.
      await undoAttempt(tx, attempt);
      return { error: 'second-factor-needed' };
    }
    if (!(await consumeSecondFactor(tx, user.userId, otp, call.now))) return { error: 'second-factor-wrong' };
  }
  await factor.complete(tx, user);
  await clearFailures(tx, attempt);
  if (needsSecondFactor(user, factor)) await clearFailures(tx, secondFactorAttempt(user, call));
  if (lang !== undefined) {
    await tx
      .updateTable('app_user')
      .set({ config: sql`config || jsonb_build_object('lang', ${lang}::text)` })
      .where('user_id', '=', user.userId)
      .execute();
  }
  await recordAudit(tx, user, call, { action: event, target: user.login });
  // The browser's cookie is replaced, so nobody could end its old session. Programs keep their tokens.
  if (call.signedInCaller !== null && call.usesCookie) await endSession(tx, call.signedInCaller);
  return { error: null, token: await openSession(tx, { userId: user.userId, ...call }) };
}
