import { createCipheriv } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { decryptWechat, encryptWechat } from './encryption.ts';
import { parseWechatXml, writeWechatXml } from './message-xml.ts';
import { isSignedBy, signWechat } from './signature.ts';

/** The example in WeChat's own library for the encryption of messages (WXBizMsgCrypt, Sample.py). */
const TOKEN = 'spamtest';
const APP_ID = 'wx2c2769f8efd9abc2';
const KEY = Buffer.from('abcdefghijklmnopqrstuvwxyz0123456789ABCDEFG=', 'base64');
const TIMESTAMP = '1409735669';
const NONCE = '1320562132';
const SIGNATURE = '5d197aaffba7e9b25a30732f161a50dee96bd5fa';
const ENCRYPTED =
  'hyzAe4OzmOMbd6TvGdIOO6uBmdJoD0Fk53REIHvxYtJlE2B655HuD0m8KUePWB3+LrPXo87wzQ1QLvbeUgmBM4x6F8PGHQHFVAFmOD2LdJF9FrXpbUAh' +
  '0B5GIItb52sn896wVsMSHGuPE328HnRGBcrS7C41IzDWyWNlZkyyXwon8T332jisa+h6tEDYsVticbSnyU8dKOIbgU6ux5VTjg3yt+WGzjlpKn6NPhRj' +
  'pA912xMezR4kw6KWwMrCVKSVCZciVGCgavjIQ6X8tCOp3yZbGpy0VxpAe+77TszTfRd5RJSVO/HTnifJpXgCSUdUue1v6h0EIBYYI1BD1DlD+C0CR8e6' +
  'OewpusjZ4uBl9FyJvnhvQl+q5rv1ixrcpCumEPo5MJSgM9ehVsNPfUM669WuMyVWQLCzpu9GhglF2PE=';

describe('the example of WeChat', () => {
  it('has this signature', () => {
    expect(signWechat([TOKEN, TIMESTAMP, NONCE, ENCRYPTED])).toBe(SIGNATURE);
    expect(isSignedBy([TOKEN, TIMESTAMP, NONCE, ENCRYPTED], SIGNATURE)).toBe(true);
  });

  it.each(['', 'x', SIGNATURE.slice(1), `${SIGNATURE}0`, `6${SIGNATURE.slice(1)}`])(
    'does not have the signature %j',
    (signature) => {
      expect(isSignedBy([TOKEN, TIMESTAMP, NONCE, ENCRYPTED], signature)).toBe(false);
    },
  );

  it('is decrypted and read', () => {
    const fields = parseWechatXml(decryptWechat(KEY, APP_ID, ENCRYPTED) ?? '');
    expect(Object.fromEntries(fields ?? [])).toMatchObject({
      FromUserName: 'oyORnuP8q7ou2gfYjqLzSIWZf0rs',
      CreateTime: '1409735668',
      MsgType: 'text',
      Content: 'abcdteT',
      MsgId: '6054768590064713728',
    });
  });

  it('is for this AppID, key and content only', () => {
    expect(decryptWechat(KEY, 'wx2c2769f8efd9abc3', ENCRYPTED)).toBeNull();
    expect(decryptWechat(Buffer.alloc(32, 1), APP_ID, ENCRYPTED)).toBeNull();
    for (const wrong of ['', 'AAAA', ENCRYPTED.slice(0, 64), ENCRYPTED.slice(44), '%%%', ENCRYPTED.slice(1)])
      expect(decryptWechat(KEY, APP_ID, wrong)).toBeNull();
  });
});

describe('encryption', () => {
  // The padding is 1 to 32 bytes: the lengths pass each of them.
  it('is read back for texts of every length', () => {
    for (let length = 0; length <= 64; length++) {
      const text = '港'.repeat(length);
      expect(decryptWechat(KEY, APP_ID, encryptWechat(KEY, APP_ID, text))).toBe(text);
    }
  });

  it('with a length beyond the content is refused', () => {
    const plain = Buffer.alloc(64, 12);
    plain.fill(0, 0, 16).writeUInt32BE(0xffff_ffff, 16);
    const cipher = createCipheriv('aes-256-cbc', KEY, KEY.subarray(0, 16)).setAutoPadding(false);
    const encrypted = Buffer.concat([cipher.update(plain), cipher.final()]).toString('base64');
    expect(decryptWechat(KEY, APP_ID, encrypted)).toBeNull();
  });
});

describe('XML', () => {
  it('has its fields, with the entities of XML only', () => {
    const fields = parseWechatXml(
      '<?xml version="1.0"?>\n<xml><A><![CDATA[a<b]]></A> <B>1 &amp; &#x6e2f;</B><C><D>deep</D></C></xml>',
    );
    expect([...(fields ?? [])]).toEqual([
      ['A', 'a<b'],
      ['B', '1 & 港'],
      ['C', ''],
    ]);
  });

  it('is read as it was written', () => {
    const xml = writeWechatXml({ Content: 'a]]>b & <c>\u0000\ud800', CreateTime: 12 });
    expect(Object.fromEntries(parseWechatXml(xml) ?? [])).toEqual({
      Content: 'a]]>b & <c> \ufffd',
      CreateTime: '12',
    });
  });

  it.each([
    ['entities', '<!DOCTYPE xml [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><xml><A>&b;</A></xml>'],
    ['an external entity', '<!DOCTYPE xml [<!ENTITY a SYSTEM "file:///etc/passwd">]><xml><A>&a;</A></xml>'],
    ['a document type', '<!DOCTYPE xml><xml><A>1</A></xml>'],
    ['an unknown entity', '<xml><A>&a;</A></xml>'],
    ['another root', '<html><A>1</A></html>'],
    ['no end', '<xml><A>1</A>'],
    ['nothing', ''],
    ['text', 'hello'],
    ['two roots', '<xml></xml><xml></xml>'],
    ['many levels', `<xml>${'<A>'.repeat(10)}${'</A>'.repeat(10)}</xml>`],
    ['many fields', `<xml>${Array.from({ length: 65 }, (_, n) => `<A${n}/>`).join('')}</xml>`],
  ])('with %s is refused', (_, xml) => {
    expect(parseWechatXml(xml)).toBeNull();
  });

  it('cut anywhere, or with any byte changed, never throws', () => {
    const xml = '<?xml version="1.0"?><xml><A><![CDATA[a]]></A><B>&lt;</B></xml>';
    for (let at = 0; at < xml.length; at++) {
      expect(parseWechatXml(xml.slice(0, at))).toBeNull();
      for (const changed of ['<', '&', '\u0000', ']', '!'])
        parseWechatXml(`${xml.slice(0, at)}${changed}${xml.slice(at + 1)}`);
    }
  });
});
