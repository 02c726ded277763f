import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

/** PKCS #7 with blocks of 32 bytes, two of AES: as WeChat pads. */
const BLOCK = 32;
/** Random bytes before the length. */
const RANDOM = 16;
const LENGTH = 4;

/**
 * Decrypts the content of a request in the safe mode of WeChat: AES-256 in CBC mode with the first 16 bytes of the key as
 * its initial vector; inside 16 random bytes, the length of the text (4, big-endian), the text, the AppID. Null: it was not
 * encrypted with this key for this AppID.
 */
export function decryptWechat(key: Buffer, appId: string, encrypted: string): string | null {
  const bytes = Buffer.from(encrypted, 'base64');
  if (bytes.length === 0 || bytes.length % BLOCK !== 0) return null;
  const decipher = createDecipheriv('aes-256-cbc', key, key.subarray(0, 16)).setAutoPadding(false);
  const plain = Buffer.concat([decipher.update(bytes), decipher.final()]);
  const padding = plain.at(-1) ?? 0;
  if (padding < 1 || padding > BLOCK) return null;
  if (plain.subarray(-padding).some((byte) => byte !== padding)) return null;
  const content = plain.subarray(0, -padding);
  if (content.length < RANDOM + LENGTH) return null;
  const end = RANDOM + LENGTH + content.readUInt32BE(RANDOM);
  if (end > content.length || content.toString('utf8', end) !== appId) return null;
  return content.toString('utf8', RANDOM + LENGTH, end);
}

/** Encrypts a response in the same way. */
export function encryptWechat(
  key: Buffer,
  appId: string,
  text: string,
  random: Buffer = randomBytes(RANDOM),
): string {
  const content = Buffer.from(text);
  const length = Buffer.alloc(LENGTH);
  length.writeUInt32BE(content.length);
  const plain = Buffer.concat([random, length, content, Buffer.from(appId)]);
  const padding = BLOCK - (plain.length % BLOCK);
  const cipher = createCipheriv('aes-256-cbc', key, key.subarray(0, 16)).setAutoPadding(false);
  return Buffer.concat([
    cipher.update(plain),
    cipher.update(Buffer.alloc(padding, padding)),
    cipher.final(),
  ]).toString('base64');
}
