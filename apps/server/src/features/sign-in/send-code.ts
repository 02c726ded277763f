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
import { type CodeType, issueCode, revokeCode } from '../../identity/codes.ts';
import { readRegistration } from '../../identity/registration.ts';
import type { MessageSender, TextMessage } from '../../messages/sender.ts';
import { codeText, phoneTakenText } from './code-texts.ts';

/** Reads the system name to show to a recipient. */
export interface SysNames {
  /** Name on the page of a link code. */
  ofLink(linkCode: string | undefined, language: Language): Promise<string>;
  /** Name for the user who has the phone; null if no user has it. */
  ofPhone(phone: string, language: Language): Promise<string | null>;
  ofAccount(accountId: number, language: Language): Promise<string>;
}

export interface SendCodeDependencies {
  readonly db: Db;
  readonly sender: MessageSender;
  readonly background: Background;
  readonly sysNames: SysNames;
  readonly log: FastifyBaseLogger;
}

/**
 * Sends codes. Responses, limits and timing are the same for known and unknown numbers: for sign-in and recovery the
 * message is sent after the response, so only the log shows whether it could be sent.
 */
export function sendCodeHandler({
  db,
  sender,
  background,
  sysNames,
  log,
}: SendCodeDependencies): Handler<typeof sendLoginCode> {
  async function sendNow(message: TextMessage): Promise<void> {
    await sender.send(message).catch((error: unknown) => {
      log.error({ err: error }, 'a text message could not be sent');
      throw new NamedError('message-not-sent');
    });
  }

  /** System name before a code. The link code, which callers can choose freely, counts only for registrations. */
  function resolveSysName(
    ownerSysName: string | null,
    type: CodeType,
    accountId: number | null,
    { t, language }: { readonly t: string | undefined; readonly language: Language },
  ): Promise<string> | string {
    if (type === CODE_TYPES.registration) return sysNames.ofLink(t, language);
    if (ownerSysName !== null) return ownerSysName;
    // For sign-in and recovery nothing is sent to unknown phones. Here no query runs, so the timing does not reveal them.
    const isBinding = type === CODE_TYPES.bindPhone && accountId !== null;
    return isBinding ? sysNames.ofAccount(accountId, language) : sysNames.ofLink(undefined, language);
  }

  return async ({ phone, type, t, lang }, _anonymous, call) => {
    if (type === CODE_TYPES.bindPhone) checkAccess(bindPhone.access, call.signedInCaller);
    if (type === CODE_TYPES.registration && !(await readRegistration(db, t)).open) {
      throw new NamedError('registration-closed');
    }
    const { now, address } = call;
    const code = await db.transaction().execute((tx) => issueCode(tx, { phone, type, address, now }));
    const language = lang ?? call.language;
    const ownerSysName = await sysNames.ofPhone(phone, language);
    const isKnown = ownerSysName !== null;
    const sysName = await resolveSysName(ownerSysName, type, call.signedInCaller?.accountId ?? null, {
      t,
      language,
    });
    const codeMessage = { recipient: phone, text: codeText(sysName, type, code, language), code };
    if (type === CODE_TYPES.login || type === CODE_TYPES.recovery) {
      if (isKnown) background.start('send a code', () => sender.send(codeMessage));
    } else {
      const isTaken = type === CODE_TYPES.registration && isKnown;
      // A gateway with its own template sends the code anyway; entering it then reports that the phone is taken.
      const message = isTaken ? { ...codeMessage, text: phoneTakenText(sysName, language) } : codeMessage;
      await sendNow(message).catch(async (error: unknown) => {
        await db.transaction().execute((tx) => revokeCode(tx, { phone, type, now }));
        throw error;
      });
    }
    return { seconds: LIMITS.codeWaitSeconds };
  };
}
