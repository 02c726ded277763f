import { createDecipheriv, createECDH, createHmac, createPublicKey, randomBytes, verify } from 'node:crypto';

/** A browser with a push subscription: it decrypts messages by RFC 8291, and verifies the token of the server by RFC 8292. */
export class TestBrowser {
  readonly #keys = createECDH('prime256v1');
  readonly #auth = randomBytes(16);

  constructor() {
    this.#keys.generateKeys();
  }

  /** What the browser passes to the server. */
  subscription(endpoint: string) {
    return {
      endpoint,
      p256dh: this.#keys.getPublicKey('base64url'),
      auth: this.#auth.toString('base64url'),
    };
  }

  /** RFC 8188, 2.1: salt (16), record size (4), length of the key id (1), key id; RFC 8291, 3.4. */
  decrypt(body: Buffer): string {
    const keyEnd = 21 + (body[20] ?? 0);
    const [salt, senderKey] = [body.subarray(0, 16), body.subarray(21, keyEnd)];
    const hmac = (key: Buffer, ...parts: readonly (string | Buffer)[]) => {
      const hash = createHmac('sha256', key);
      for (const part of parts) hash.update(part);
      return hash.digest();
    };
    const one = Buffer.of(1);
    const keyPseudorandom = hmac(this.#auth, this.#keys.computeSecret(senderKey));
    const input = hmac(keyPseudorandom, 'WebPush: info\0', this.#keys.getPublicKey(), senderKey, one);
    const pseudorandom = hmac(salt, input);
    const key = hmac(pseudorandom, 'Content-Encoding: aes128gcm\0', one).subarray(0, 16);
    const nonce = hmac(pseudorandom, 'Content-Encoding: nonce\0', one).subarray(0, 12);
    const decipher = createDecipheriv('aes-128-gcm', key, nonce);
    decipher.setAuthTag(body.subarray(-16));
    const record = Buffer.concat([decipher.update(body.subarray(keyEnd, -16)), decipher.final()]);
    // The last record ends with a delimiter of 2 and zeros.
    return record.subarray(0, record.lastIndexOf(2)).toString('utf8');
  }
}

/** The claims of a VAPID header whose signature is that of `publicKey`; null: it is not. */
export function readVapid(header: string, publicKey: string): unknown {
  const [, token = '', key] = /^vapid t=(\S+), k=(\S+)$/.exec(header) ?? [];
  const [head = '', claims = '', signature = ''] = token.split('.');
  const point = Buffer.from(publicKey, 'base64url');
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  };
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: createPublicKey({ format: 'jwk', key: jwk }), dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  return key === publicKey && isSigned ? JSON.parse(Buffer.from(claims, 'base64url').toString()) : null;
}
