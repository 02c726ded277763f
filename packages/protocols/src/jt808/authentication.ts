import { readText } from './gbk.ts';
import { type Message, type MessageKind, type Platform, RESULT } from './message.ts';

/**
 * 0x0102 authentication: the terminal shows the code of its registration. 2013 section 8.8 table 9: the whole body is the
 * code. 2019 section 8.11 table 13:
 *
 * | byte   | bytes | meaning                                |
 * | ------ | ----- | -------------------------------------- |
 * | 0      | 1     | length n of the code                   |
 * | 1      | n     | code                                   |
 * | 1 + n  | 15    | IMEI                                   |
 * | 16 + n | 20    | version of the software, zeros after   |
 *
 * Answered at once by 0x8001: 0 when the code is right, else 1.
 */
export const AUTHENTICATION = 0x0102;

const IMEI = 15;
const VERSION = 20;

export const authentication: MessageKind = {
  id: AUTHENTICATION,
  events(message: Message, platform: Platform) {
    const { deviceId, body, from, raw } = message;
    const shown = from.version === null ? { credential: readText(body), attributes: {} } : readOf2019(body);
    if (typeof shown === 'string') {
      const reply = platform.answer(message, RESULT.badMessage);
      return [{ type: 'fault', fault: 'malformed', deviceId, detail: shown, raw, reply }];
    }
    return [
      {
        type: 'login',
        deviceId,
        purpose: 'authenticate',
        ...shown,
        accepted: platform.answer(message, RESULT.success),
        refused: platform.answer(message, RESULT.failure),
      },
    ];
  },
};

function readOf2019(body: Buffer): { credential: string; attributes: Record<string, string> } | string {
  const length = body[0] ?? 0;
  const imeiAt = 1 + length;
  if (body.length < imeiAt) return `a code of ${length} bytes in a body of ${body.length}`;
  const attributes: Record<string, string> = {};
  const imei = readText(body.subarray(imeiAt, imeiAt + IMEI));
  const version = readText(body.subarray(imeiAt + IMEI, imeiAt + IMEI + VERSION));
  if (imei !== '') attributes.imei = imei;
  if (version !== '') attributes.softwareVersion = version;
  return { credential: readText(body.subarray(1, imeiAt)), attributes };
}

/** A body of 0x0102. The one of 2019 carries the end of the id as IMEI, since the simulated terminal has no other. */
export function writeAuthentication(code: string, deviceId: string, of2019: boolean): Buffer {
  if (!of2019) return Buffer.from(code, 'latin1');
  const body = Buffer.alloc(1 + code.length + IMEI + VERSION);
  body.writeUInt8(code.length, 0);
  body.write(code, 1, 'latin1');
  body.write(deviceId.slice(-IMEI), 1 + code.length, 'latin1');
  return body;
}
