import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * HMAC-SHA256 (RFC 2104, FIPS 180-4) of the login followed by the decimal epoch milliseconds, in lower-case
 * hexadecimal.
 */
export function computeSignature(secret: Buffer, userName: string, timestamp: number): string {
  return createHmac('sha256', secret).update(`${userName}${timestamp}`, 'utf8').digest('hex');
}

/** Compares two signatures, ignoring the case of digits, in a time that does not depend on the differences. */
export function signaturesMatch(expected: string, given: string): boolean {
  const expectedBytes = Buffer.from(expected);
  const givenBytes = Buffer.from(given.toLowerCase());
  return expectedBytes.byteLength === givenBytes.byteLength && timingSafeEqual(expectedBytes, givenBytes);
}
