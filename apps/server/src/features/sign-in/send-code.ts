import type { Language } from '@wakeline/contract/entities/user-config';
import { NamedError } from '@wakeline/contract/errors';
import { LIMITS } from '@wakeline/contract/limits';
import { bindPhone } from '@wakeline/contract/security';
import { CODE_TYPES, type sendLoginCode } from '@wakeline/contract/sign-in';
import type { FastifyBaseLogger } from 'fastify';
import type { Background } from '../../background.ts';
import type { Db } from '../../db/database.ts';
import { checkAccess } from '../../http/access.ts';
import type { Handler } from '../../http/handler.ts';
import { issueCode, withdrawCode } from '../../identity/codes.ts';
import { registrationAt } from '../../identity/registration.ts';
import type { MessageSender, TextMessage } from '../../messages/sender.ts';
import { codeText, knownPhoneText } from './code-texts.ts';

/** Name of the system on the page of a link code. */
export type ReadSysName = (linkCode: string | undefined, language: Language) => Promise<string>;

export interface SendCodeParts {
  readonly db: Db;
  readonly sender: MessageSender;
  readonly background: Background;
  readonly readSysName: ReadSysName;
  readonly log: FastifyBaseLogger;
}

/**
 * Sends codes. Answers, limits and times are the same for numbers that somebody has and that nobody has: to sign in and to
 * recover, the message goes out after the answer, so whether it could be sent is the operator's to see, in the log.
 */
export function sendCodeHandler({
  db,
  sender,
  background,
  readSysName,
  log,
}: SendCodeParts): Handler<typeof sendLoginCode> {
  async function sendNow(message: TextMessage): Promise<void> {
    await sender.send(message).catch((error: unknown) => {
      log.error({ err: error }, 'a text message could not be sent');
      throw new NamedError('message-not-sent');
    });
  }

  return async ({ phone, type, t, lang }, _nobody, call) => {
    if (type === CODE_TYPES.bindPhone) checkAccess(bindPhone.access, call.signedIn);
    if (type === CODE_TYPES.registration && !(await registrationAt(db, t)).open) {
      throw new NamedError('registration-closed');
    }
    const { now, address } = call;
    const code = await db.transaction().execute((tx) => issueCode(tx, { phone, type, address, now }));
    const language = lang ?? call.language;
    const [sysName, known] = await Promise.all([readSysName(t, language), hasUser(db, phone)]);
    const withCode = { recipient: phone, text: codeText(sysName, type, code, language), code };
    if (type === CODE_TYPES.login || type === CODE_TYPES.recovery) {
      if (known) background.start('send a code', () => sender.send(withCode));
    } else {
      const taken = type === CODE_TYPES.registration && known;
      // A gateway with a text of its own sends the code even so: who enters it is told that the phone is taken.
      const message = taken ? { ...withCode, text: knownPhoneText(sysName, language) } : withCode;
      await sendNow(message).catch(async (error: unknown) => {
        await db.transaction().execute((tx) => withdrawCode(tx, { phone, type, now }));
        throw error;
      });
    }
    return { seconds: LIMITS.codeWaitSeconds };
  };
}

async function hasUser(db: Db, phone: string): Promise<boolean> {
  const user = await db
    .selectFrom('app_user')
    .select('user_id')
    .where('phone', '=', phone)
    .executeTakeFirst();
  return user !== undefined;
}
