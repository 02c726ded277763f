import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Db } from '../../../db/database.ts';
import { loadServerSecret } from '../../../db/server-secret.ts';
import { readRecipient } from '../../../delivery/recipients.ts';
import { findFileAccount } from './run-rows.ts';

const SECRET_NAME = 'report-file-link';
/** Characters of a signature: 144 bits. */
const LENGTH = 24;
const TOKEN = /^([\w-]{1,64})\.(\d{1,10})\.([\w-]{24})$/;

/** Path of the files, below the prefix of the service. */
export const REPORT_FILE_PATH = '/report-files';

/** The address with which a recipient opens a file without signing in. Tokens are signed, so that none is stored. */
export type FileLinks = (fileId: string, recipientId: number) => string;

/** @param base public address of the service, without a slash at the end */
export async function loadFileLinks(db: Db, base: string): Promise<FileLinks> {
  const secret = await loadServerSecret(db, SECRET_NAME);
  return (fileId, recipientId) =>
    `${base}${REPORT_FILE_PATH}/${fileId}.${recipientId}.${sign(secret, fileId, recipientId)}`;
}

/**
 * The file of a token; null: forged, or the schedule or the recipient was deleted. The file itself expires.
 */
export async function findLinkedFile(db: Db, token: string): Promise<string | null> {
  const [, fileId, recipient, signature = ''] = TOKEN.exec(token) ?? [];
  if (fileId === undefined || recipient === undefined) return null;
  const recipientId = Number(recipient);
  const expected = sign(await loadServerSecret(db, SECRET_NAME), fileId, recipientId);
  if (!timingSafeEqual(Buffer.from(signature), Buffer.from(expected))) return null;
  if (recipientId > 2_147_483_647) return null;
  const accountId = await findFileAccount(db, fileId);
  const found = await readRecipient(db, recipientId);
  return accountId !== null && found?.account_id === accountId ? fileId : null;
}

function sign(secret: Buffer, fileId: string, recipientId: number): string {
  const signed = JSON.stringify(['report-file', fileId, recipientId]);
  return createHmac('sha256', secret).update(signed).digest('base64url').slice(0, LENGTH);
}
