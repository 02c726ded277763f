import {
  type AddressConvention,
  type MessageContact,
  parseTerminalText,
} from '@wakeline/domain/satellite/convention';
import type { MessageType } from '@wakeline/domain/satellite/message-types';

/** What a terminal writes, and where it goes. */
export interface ConventionExample {
  readonly written: string;
  readonly type: MessageType;
}

const CONTACT: MessageContact = { number: 5, kind: 'phone', address: '13800138000' };

/**
 * Examples of a convention, by the rules that the server applies. Until a field is complete, its example may be a message to
 * the system.
 *
 * @param text a short message in the language of the console
 */
export function toExamples(convention: AddressConvention, text: string): readonly ConventionExample[] {
  const { cardPrefix, wechatWords, weiboWords, weatherWords } = convention;
  const written = [
    `13800138000 ${text}`,
    `${CONTACT.number} ${text}`,
    `name@example.com ${text}`,
    `${cardPrefix}4207733 ${text}`,
    ...wechatWords.slice(0, 1).map((word) => `${word} ${text}`),
    ...weiboWords.slice(0, 1).map((word) => `${word} ${text}`),
    ...weatherWords.slice(0, 1),
    text,
  ];
  return written.map((one) => ({ written: one, type: parseTerminalText(one, convention, [CONTACT]).type }));
}
