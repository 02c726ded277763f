import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Db, Tx } from '../db/database.ts';
import { loadServerSecret } from '../db/server-secret.ts';
import { currentCode, takeCode } from './address-codes.ts';
import { lockKnownRecipient, type RecipientRow, readRecipient } from './recipients.ts';

const SECRET_NAME = 'address-link';
/** Characters of a signature: 144 bits. */
const LENGTH = 24;
const TOKEN = /^(\d{1,10})-(?:(\d{1,10})-)?([\w-]{24})$/;

/** What the owner of an e-mail address can do with a link in a message. */
export type LinkPurpose = 'unsubscribe' | 'confirm';

/** Links for the owners of e-mail addresses. Tokens are signed, so that none is stored. */
export interface AddressLinks {
  /** Ends the e-mails of a recipient. Valid while they have this address. */
  unsubscribe(recipient: RecipientRow): string;
  /** Confirms the address. Valid as long as the code of the same message. */
  confirm(recipient: RecipientRow, codeNumber: number): string;
}

/** Path of the pages, below the prefix of the service. */
export const LINK_PATH = '/mail';

/** @param base public address of the service, without a slash at the end */
export async function loadAddressLinks(db: Db, base: string): Promise<AddressLinks> {
  const secret = await loadServerSecret(db, SECRET_NAME);
  const link = (purpose: LinkPurpose, recipient: RecipientRow, codeNumber: number | null) => {
    const parts = [recipient.recipient_id, ...(codeNumber === null ? [] : [codeNumber])];
    const token = [...parts, sign(secret, purpose, recipient, codeNumber)].join('-');
    return `${base}${LINK_PATH}/${purpose}/${token}`;
  };
  return {
    unsubscribe: (recipient) => link('unsubscribe', recipient, null),
    confirm: (recipient, codeNumber) => link('confirm', recipient, codeNumber),
  };
}

/** A valid link. */
export interface OpenLink {
  readonly recipient: RecipientRow;
  /** Of a confirmation: the number of the code that was sent with it. */
  readonly codeNumber: number | null;
}

/** The recipient of a token; null: forged, expired, used, or the recipient no longer has the address. */
export async function findLink(
  db: Db,
  purpose: LinkPurpose,
  token: string,
  now: number,
): Promise<OpenLink | null> {
  const [, id, number, signature = ''] = TOKEN.exec(token) ?? [];
  if (id === undefined || (number !== undefined) !== (purpose === 'confirm')) return null;
  const recipient = await readRecipient(db, Number(id));
  if (recipient === undefined || recipient.email === null) return null;
  const codeNumber = number === undefined ? null : Number(number);
  const secret = await loadServerSecret(db, SECRET_NAME);
  const expected = sign(secret, purpose, recipient, codeNumber);
  if (!timingSafeEqual(Buffer.from(signature), Buffer.from(expected))) return null;
  if (purpose === 'unsubscribe') return { recipient, codeNumber };
  const code = await currentCode(db, recipient, 'email', now);
  return code?.number === codeNumber ? { recipient, codeNumber } : null;
}

/**
 * The same for a request that changes something: the recipient is locked, and a confirmation cannot be used again.
 */
export async function takeLink(
  tx: Tx,
  purpose: LinkPurpose,
  token: string,
  now: number,
): Promise<OpenLink | null> {
  const [, id] = TOKEN.exec(token) ?? [];
  if (id === undefined || !(await lockKnownRecipient(tx, Number(id)))) return null;
  const link = await findLink(tx, purpose, token, now);
  if (link !== null && purpose === 'confirm') await takeCode(tx, link.recipient.recipient_id, 'email');
  return link;
}

function sign(
  secret: Buffer,
  purpose: LinkPurpose,
  { recipient_id: recipientId, email }: RecipientRow,
  codeNumber: number | null,
): string {
  const signed = JSON.stringify([purpose, recipientId, email, codeNumber]);
  return createHmac('sha256', secret).update(signed).digest('base64url').slice(0, LENGTH);
}
