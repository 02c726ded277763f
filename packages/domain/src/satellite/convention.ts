import { CARD_ADDRESS, EMAIL_ADDRESS, PHONE_ADDRESS } from './addresses.ts';
import type { MessageType } from './message-types.ts';
import { canonicalPhone } from './phone-number.ts';

/**
 * How the terminals of an account address a message: everything before the first space or colon of their text is the
 * address. There is no standard for it. Words are in lower case.
 */
export interface AddressConvention {
  /** Stands before the card number of another terminal, also in texts to terminals. */
  readonly cardPrefix: string;
  readonly wechatWords: readonly string[];
  readonly weiboWords: readonly string[];
  readonly weatherWords: readonly string[];
}

export const DEFAULT_CONVENTION: AddressConvention = {
  cardPrefix: '#',
  wechatWords: ['wx'],
  weiboWords: ['wb'],
  weatherWords: ['tq', 'weather'],
};

/** Who may write to terminals. */
export const CONTACT_KINDS = ['phone', 'email', 'wechat'] as const;
export type ContactKind = (typeof CONTACT_KINDS)[number];

/** A receiver that terminals address by a short number of 1 to 99. */
export interface MessageContact {
  readonly number: number;
  readonly kind: 'phone' | 'email';
  readonly address: string;
}

/** What a terminal wrote, and to which receiver. */
export interface AddressedText {
  readonly type: MessageType;
  /**
   * Card number (as written, without prefix), phone number or e-mail address; null for WeChat (the users who bound the
   * terminal), Weibo, the weather helper and the system.
   */
  readonly address: string | null;
  /** Without the address; empty only for the weather helper. */
  readonly text: string;
}

/** Separators as typed: also the ideographic space and the full-width colon. */
const SEPARATOR = /[\s:\uff1a]/u;
const LEADING_SEPARATORS = /^[\s:\uff1a]+/u;
/** An e-mail address has up to 254 characters (RFC 5321, errata 1690). */
const MAX_ADDRESS = 254;
/** A time of day at the start of a text, which is no short number. */
const TIME_OF_DAY = /^\d{1,2}[:\uff1a]\d/u;

/**
 * Splits the text of a terminal into address and text. Full-width letters and digits count as ordinary ones, because the
 * Chinese coding of BeiDou has no others. What has no address, or nothing after it, goes to the system with its full text.
 */
export function parseTerminalText(
  written: string,
  convention: AddressConvention,
  contacts: readonly MessageContact[],
): AddressedText {
  const trimmed = written.trim();
  const toSystem: AddressedText = { type: 'terminal-to-system', address: null, text: trimmed };
  const at = trimmed.slice(0, MAX_ADDRESS + 1).search(SEPARATOR);
  if (at < 0 && trimmed.length > MAX_ADDRESS) return toSystem;
  const head = at < 0 ? trimmed : trimmed.slice(0, at);
  const address = head.normalize('NFKC');
  const text = at < 0 ? '' : trimmed.slice(at).replace(LEADING_SEPARATORS, '');
  const word = address.toLowerCase();
  if (convention.weatherWords.includes(word)) return { type: 'terminal-to-weather', address: null, text };
  if (text === '') return toSystem;
  if (convention.wechatWords.includes(word)) return { type: 'terminal-to-wechat', address: null, text };
  if (convention.weiboWords.includes(word)) return { type: 'terminal-to-weibo', address: null, text };
  if (address.startsWith(convention.cardPrefix)) {
    const card = address.slice(convention.cardPrefix.length);
    return CARD_ADDRESS.test(card) ? { type: 'terminal-to-terminal', address: card, text } : toSystem;
  }
  if (PHONE_ADDRESS.test(address))
    return { type: 'terminal-to-phone', address: canonicalPhone(address) ?? address, text };
  if (EMAIL_ADDRESS.test(address)) return { type: 'terminal-to-email', address: word, text };
  if (!/^\d{1,2}$/.test(address) || TIME_OF_DAY.test(trimmed)) return toSystem;
  const contact = contacts.find(({ number }) => number === Number(address));
  if (contact === undefined) return toSystem;
  const type = contact.kind === 'phone' ? 'terminal-to-phone' : 'terminal-to-email';
  return { type, address: contact.address, text };
}

/** The card number and the text of `card text`; null if a text does not start with one. */
export interface CardText {
  readonly card: string;
  readonly text: string;
}

/** A card number without its prefix: of 7 or 8 digits, or an IMEI. Shorter ones could be the start of the text. */
const PLAIN_CARD = /^(\d{7,8}|\d{15})$/;

/** Parses what a phone, an e-mail or a WeChat user writes to a terminal: `card text`, with or without the prefix. */
export function parseCardText(written: string, { cardPrefix }: AddressConvention): CardText | null {
  const trimmed = written.trim();
  const at = trimmed.slice(0, MAX_ADDRESS + 1).search(SEPARATOR);
  if (at < 0) return null;
  const address = trimmed.slice(0, at).normalize('NFKC');
  const text = trimmed.slice(at).replace(LEADING_SEPARATORS, '');
  const hasPrefix = address.startsWith(cardPrefix);
  const card = hasPrefix ? address.slice(cardPrefix.length) : address;
  return text !== '' && (hasPrefix ? CARD_ADDRESS : PLAIN_CARD).test(card) ? { card, text } : null;
}
