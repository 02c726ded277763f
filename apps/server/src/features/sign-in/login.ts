import { type ErrorName, NamedError } from '@wakeline/contract/errors';
import type { PayloadOf } from '@wakeline/contract/operation';
import type { loginByCodeOrPd } from '@wakeline/contract/sign-in';
import { sql } from 'kysely';
import { recordAudit } from '../../audit/record.ts';
import type { Db, Tx } from '../../db/database.ts';
import type { Call } from '../../http/call.ts';
import type { Handler } from '../../http/handler.ts';
import { type Attempt, countAttempt, forgive, takeBack } from '../../identity/lockout.ts';
import { endSession, openSession } from '../../identity/session.ts';
import { takeSecondFactor } from '../../identity/totp.ts';
import { byCode } from './by-code.ts';
import { byPassword } from './by-password.ts';
import { bySign } from './by-sign.ts';
import type { NoteFailure } from './failed.ts';
import { type Candidate, type FirstFactor, lockCandidate } from './first-factor.ts';
import { loginAnswer, type ReadSettings } from './login-answer.ts';

type Payload = PayloadOf<typeof loginByCodeOrPd>;

/** Signs in with a password, a code, or the signature of a third party, and with the authenticator where the user has one. */
export function loginHandler(
  db: Db,
  readSettings: ReadSettings,
  noteFailure: NoteFailure,
): Handler<typeof loginByCodeOrPd> {
  return async (payload, _nobody, call) => {
    const factor = await showWho(db, payload, call, noteFailure);
    // Said only to who knows the password, has the phone or the signature.
    if (factor.user.disabled) throw new NamedError('user-disabled');
    if (asksFactor(factor.user, factor) && payload.otp !== undefined) {
      await countAttempt(db, factorAttempt(factor.user, call));
    }
    const entered = await db.transaction().execute((tx) => enter(tx, factor, payload, call));
    if (entered.error !== null) {
      if (entered.error === 'second-factor-wrong') noteFailure(factor.user, call, entered.error);
      throw new NamedError(entered.error);
    }
    call.setSessionCookie(entered.token);
    return loginAnswer(db, readSettings, { ...factor.user, token: entered.token, now: call.now });
  };
}

const WAYS = ['pd', 'code', 'sign'] as const;

async function showWho(db: Db, payload: Payload, call: Call, noteFailure: NoteFailure): Promise<FirstFactor> {
  const { phone, userName, timestamp } = payload;
  const given = WAYS.filter((way) => payload[way] !== undefined && payload[way] !== '');
  const login = given[0] === 'sign' ? (userName ?? phone) : phone;
  if (login === undefined || login === '') throw new NamedError('account-empty');
  const [way, another] = given;
  const { pd = '', code = '', sign = '' } = payload;
  if (way === undefined) throw missing('pd', call);
  if (another !== undefined) throw tooMuch(another, call);
  if (way === 'pd') return byPassword(db, { login, pd }, call, noteFailure);
  if (way === 'code') return byCode(db, { phone: login, code }, call, noteFailure);
  if (timestamp === undefined) throw missing('timestamp', call);
  return bySign(db, { login, timestamp, sign }, call, noteFailure);
}

function missing(field: string, { language }: Call): NamedError {
  return new NamedError('field-invalid', { field, reason: language === 'zh_CN' ? '必填' : 'required' });
}

function tooMuch(field: string, { language }: Call): NamedError {
  const reason =
    language === 'zh_CN' ? '密码、验证码、签名只能使用一种' : 'only one of pd, code and sign may be given';
  return new NamedError('field-invalid', { field, reason });
}

function asksFactor({ twoFactor }: Candidate, { asksSecondFactor }: FirstFactor): boolean {
  return asksSecondFactor && twoFactor;
}

function factorAttempt({ login }: Candidate, { address, now }: Call): Attempt {
  return { login, way: 'factor', address, at: now };
}

type Entered =
  | { readonly error: null; readonly token: string }
  | {
      readonly error: Extract<
        ErrorName,
        'second-factor-needed' | 'second-factor-wrong' | 'credentials-wrong'
      >;
    };

/** What fails for want of the second factor is answered and not thrown: what it counts for is to stay. */
async function enter(tx: Tx, factor: FirstFactor, { otp, lang }: Payload, call: Call): Promise<Entered> {
  const { attempt, event } = factor;
  const user = await lockCandidate(tx, factor.user.userId);
  if (user === null) return { error: 'credentials-wrong' };
  if (asksFactor(user, factor)) {
    if (otp === undefined) {
      // Only this attempt: else who knows the password could clear his guesses of the second factor with it.
      await takeBack(tx, attempt);
      return { error: 'second-factor-needed' };
    }
    if (!(await takeSecondFactor(tx, user.userId, otp, call.now))) return { error: 'second-factor-wrong' };
  }
  await factor.settle(tx, user);
  await forgive(tx, attempt);
  if (asksFactor(user, factor)) await forgive(tx, factorAttempt(user, call));
  if (lang !== undefined) {
    await tx
      .updateTable('app_user')
      .set({ config: sql`config || jsonb_build_object('lang', ${lang}::text)` })
      .where('user_id', '=', user.userId)
      .execute();
  }
  await recordAudit(tx, user, call, { action: event, target: user.login });
  // The cookie that the browser holds is replaced: nobody could end what it opened any more. A program keeps its own.
  if (call.signedIn !== null && call.byCookie) await endSession(tx, call.signedIn);
  return { error: null, token: await openSession(tx, { userId: user.userId, ...call }) };
}
