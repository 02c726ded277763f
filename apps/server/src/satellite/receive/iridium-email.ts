import { decodeSbdEmail } from '@wakeline/protocols/satellite/iridium/email';
import type { MailHandler } from '../mail/inbound-mail.ts';
import { receiveIridiumSession, type SessionReceiving } from './iridium-session.ts';

export interface IridiumMailReceiving extends SessionReceiving {
  /** Addresses from which the Iridium gateway sends, in lower case. */
  readonly senders: readonly string[];
}

const SUBJECT = /^\s*SBD Msg From Unit/i;

/**
 * Receives messages of Iridium terminals that the gateway sent by e-mail; others are left to the next handler. The mail
 * server refuses forged senders.
 */
export function createIridiumMailHandler({ senders, ...receiving }: IridiumMailReceiving): MailHandler {
  return async (tx, { from, subject, text, sbd }, now) => {
    if (!senders.includes(from) || !SUBJECT.test(subject)) return null;
    const session = decodeSbdEmail({ subject, text, attachment: sbd });
    if (typeof session === 'string') return 'malformed';
    return receiveIridiumSession(tx, receiving, session, { gateway: 'iridium-email', receivedAt: now });
  };
}
