import { createPublicKey, verify } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createVapid, encryptPush } from './push-encryption.ts';

const bytes = (text: string) => Buffer.from(text, 'base64url');

test('encrypts the example of RFC 8291, section 5', () => {
  const keys = {
    p256dh: bytes('BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4'),
    auth: bytes('BTBZMqHH6r4Tts7J_aSIgg'),
  };
  const fixed = {
    salt: bytes('DGv6ra1nlYgDCS1FRnbzlw'),
    senderKey: bytes('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw'),
  };
  const content = Buffer.from('When I grow up, I want to be a watermelon');
  expect(encryptPush(content, keys, fixed).toString('base64url')).toBe(
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
  );
});

test('refuses a key that is no point of the curve', () => {
  const keys = { p256dh: Buffer.alloc(65, 4), auth: Buffer.alloc(16) };
  expect(() => encryptPush(Buffer.from('x'), keys)).toThrow();
});

describe('a VAPID token', () => {
  const vapid = createVapid(Buffer.alloc(32, 7), 'mailto:duty@harbour.example');
  const now = Date.UTC(2026, 5, 1, 12);
  const [, token = '', key = ''] =
    /^vapid t=(\S+), k=(\S+)$/.exec(vapid.authorization('https://push.example:8443/send/1?x=2', now)) ?? [];

  test('names the push service, an end within a day, and the contact', () => {
    const [header, claims] = token.split('.').map((part) => bytes(part).toString());
    expect(JSON.parse(header ?? '')).toEqual({ typ: 'JWT', alg: 'ES256' });
    expect(JSON.parse(claims ?? '')).toEqual({
      aud: 'https://push.example:8443',
      exp: now / 1000 + 43_200,
      sub: 'mailto:duty@harbour.example',
    });
  });

  test('is signed with the key that browsers subscribe with', () => {
    expect(key).toBe(vapid.publicKey);
    const point = bytes(key);
    expect([point.length, point[0]]).toEqual([65, 4]);
    const publicKey = createPublicKey({
      format: 'jwk',
      key: {
        kty: 'EC',
        crv: 'P-256',
        x: point.subarray(1, 33).toString('base64url'),
        y: point.subarray(33).toString('base64url'),
      },
    });
    const at = token.lastIndexOf('.');
    const [signed, signature] = [Buffer.from(token.slice(0, at)), bytes(token.slice(at + 1))];
    expect(verify('sha256', signed, { key: publicKey, dsaEncoding: 'ieee-p1363' }, signature)).toBe(true);
  });
});
