import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { Db } from './database.ts';
import { loadServerSecret } from './server-secret.ts';

/** Bytes: nonce and tag of AES-GCM (NIST SP 800-38D, 8.2.2 and 5.2.1.2). */
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypts secrets of users that the server needs in clear text later. */
export interface Seal {
  seal(text: string): Buffer;
  /** Null: not encrypted under this key. */
  open(sealed: Buffer): string | null;
}

/** AES-256-GCM under a secret of this database: nonce, tag, encrypted text. */
export async function loadSeal(db: Db, name: string): Promise<Seal> {
  const key = await loadServerSecret(db, name);
  return {
    seal(text) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', key, nonce);
      const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), encrypted]);
    },
    open(sealed) {
      try {
        const nonce = sealed.subarray(0, NONCE_BYTES);
        const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES });
        decipher.setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
        const text = decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES));
        return Buffer.concat([text, decipher.final()]).toString('utf8');
      } catch {
        // Restored from another database without its secrets.
        return null;
      }
    },
  };
}
