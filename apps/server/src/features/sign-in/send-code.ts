import type { Language } from '@wakeline/contract/entities/user-config';
import { NamedError } from '@wakeline/contract/errors';
import { LIMITS } from '@wakeline/contract/limits';
import { bindPhone } from '@wakeline/contract/security';
import { CODE_TYPES, type sendLoginCode } from '@wakeline/contract/sign-in';
import type { FastifyBaseLogger } from 'fastify';
import type { Background } from '../../background.ts';
import type { Db } from '../../db/database.ts';
import type { Handler } from '../../http/handler.ts';
import { checkAccess } from '../../identity/access.ts';
import { type CodeType, issueCode, withdrawCode } from '../../identity/codes.ts';
import { registrationAt } from '../../identity/registration.ts';
import type { MessageSender, TextMessage } from '../../messages/sender.ts';
import { codeText, knownPhoneText } from './code-texts.ts';

/** Name under which the system is known to somebody. */
export interface SysNames {
  /** On the page of a link code. */
  ofLink(linkCode: string | undefined, language: Language): Promise<string>;
  /** To the user who has the phone; null: nobody has it. */
  ofPhone(phone: string, language: Language): Promise<string | null>;
  ofAccount(accountId: number, language: Language): Promise<string>;
}

export interface SendCodeParts {
  readonly db: Db;
  readonly sender: MessageSender;
  readonly background: Background;
  readonly sysNames: SysNames;
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
  sysNames,
  log,
}: SendCodeParts): Handler<typeof sendLoginCode> {
  async function sendNow(message: TextMessage): Promise<void> {
    await sender.send(message).catch((error: unknown) => {
      log.error({ err: error }, 'a text message could not be sent');
      throw new NamedError('message-not-sent');
    });
  }

  /** The name before a code. Anybody can write any link code into a request: it counts for whoever is nobody's user yet. */
  function signature(
    owners: string | null,
    type: CodeType,
    accountId: number | null,
    { t, language }: { readonly t: string | undefined; readonly language: Language },
  ): Promise<string> | string {
    if (type === CODE_TYPES.registration) return sysNames.ofLink(t, language);
    if (owners !== null) return owners;
    // To sign in and to recover nothing is sent to nobody's phone; not even a question to the database may tell that.
    const binds = type === CODE_TYPES.bindPhone && accountId !== null;
    return binds ? sysNames.ofAccount(accountId, language) : sysNames.ofLink(undefined, language);
  }

  return async ({ phone, type, t, lang }, _nobody, call) => {
    if (type === CODE_TYPES.bindPhone) checkAccess(bindPhone.access, call.signedIn);
    if (type === CODE_TYPES.registration && !(await registrationAt(db, t)).open) {
      throw new NamedError('registration-closed');
    }
    const { now, address } = call;
    const code = await db.transaction().execute((tx) => issueCode(tx, { phone, type, address, now }));
    const language = lang ?? call.language;
    const owners = await sysNames.ofPhone(phone, language);
    const known = owners !== null;
    const sysName = await signature(owners, type, call.signedIn?.accountId ?? null, { t, language });
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
