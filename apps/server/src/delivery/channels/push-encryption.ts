import {
  createCipheriv,
  createECDH,
  createHmac,
  createPrivateKey,
  type ECDH,
  randomBytes,
  sign,
} from 'node:crypto';

/** The keys of a subscription, as the browser made them (RFC 8291, section 2). */
export interface PushKeys {
  /** Public key of the browser: an uncompressed point of P-256, 65 bytes. */
  readonly p256dh: Buffer;
  /** Shared secret, 16 bytes. */
  readonly auth: Buffer;
}

const CURVE = 'prime256v1';
/** Bytes of a record: a message is one (RFC 8291, section 4). */
const RECORD_SIZE = 4_096;
/** Content of a message: a record without its header of 86 bytes, delimiter and tag. */
export const MAX_PUSH_BYTES = RECORD_SIZE - 86 - 1 - 16;

/** For tests with the values of the RFC; both are random otherwise. */
interface Randomness {
  readonly salt: Buffer;
  readonly senderKey: Buffer;
}

/**
 * Encrypts a message for a browser with the coding aes128gcm (RFC 8188, RFC 8291).
 *
 * @param content at most `MAX_PUSH_BYTES`
 * @throws if `p256dh` is no point of the curve
 */
export function encryptPush(content: Buffer, keys: PushKeys, fixed?: Randomness): Buffer {
  const salt = fixed?.salt ?? randomBytes(16);
  const sender = createECDH(CURVE);
  if (fixed === undefined) sender.generateKeys();
  else sender.setPrivateKey(fixed.senderKey);
  const senderPublic = sender.getPublicKey();
  const keyInfo = Buffer.concat([Buffer.from('WebPush: info\0'), keys.p256dh, senderPublic]);
  const input = expand(extract(keys.auth, sender.computeSecret(keys.p256dh)), keyInfo, 32);
  const pseudorandom = extract(salt, input);
  const key = expand(pseudorandom, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  const nonce = expand(pseudorandom, Buffer.from('Content-Encoding: nonce\0'), 12);
  const cipher = createCipheriv('aes-128-gcm', key, nonce);
  // 2: the delimiter of the last record.
  const encrypted = [cipher.update(Buffer.concat([content, Buffer.of(2)])), cipher.final()];
  const header = Buffer.alloc(5);
  header.writeUInt32BE(RECORD_SIZE);
  header.writeUInt8(senderPublic.length, 4);
  return Buffer.concat([salt, header, senderPublic, ...encrypted, cipher.getAuthTag()]);
}

/** HKDF-SHA-256 (RFC 5869), one block. */
function extract(salt: Buffer, input: Buffer): Buffer {
  return createHmac('sha256', salt).update(input).digest();
}

function expand(key: Buffer, info: Buffer, length: number): Buffer {
  return createHmac('sha256', key).update(info).update(Buffer.of(1)).digest().subarray(0, length);
}

/** Identifies this server to push services (RFC 8292). */
export interface Vapid {
  /** The uncompressed public key, base64url: browsers subscribe with it. */
  readonly publicKey: string;
  /** The Authorization header for an endpoint. */
  authorization(endpoint: string, now: number): string;
}

/** Lifetime of a token: at most a day (RFC 8292, section 2). */
const TOKEN_TTL_SECONDS = 12 * 3_600;

/**
 * @param secret 32 random bytes: the private key
 * @param contact `mailto:` or `https:` URL of the operator
 */
export function createVapid(secret: Buffer, contact: string): Vapid {
  const pair: ECDH = createECDH(CURVE);
  pair.setPrivateKey(secret);
  const point = pair.getPublicKey();
  const privateKey = createPrivateKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      d: secret.toString('base64url'),
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    },
  });
  const publicKey = point.toString('base64url');
  return {
    publicKey,
    authorization(endpoint, now) {
      const claims = {
        aud: new URL(endpoint).origin,
        exp: Math.floor(now / 1000) + TOKEN_TTL_SECONDS,
        sub: contact,
      };
      const signed = [{ typ: 'JWT', alg: 'ES256' }, claims]
        .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
        .join('.');
      const signature = sign('sha256', Buffer.from(signed), { key: privateKey, dsaEncoding: 'ieee-p1363' });
      return `vapid t=${signed}.${signature.toString('base64url')}, k=${publicKey}`;
    },
  };
}
