import { readText } from './gbk.ts';
import { type Message, type MessageDecoder, type Platform, RESULT } from './message.ts';

/**
 * 0x0102: authentication with the code from the registration. 2013 section 8.8 table 9: the body is the code. 2019
 * section 8.11 table 13:
 *
 * | byte   | bytes | meaning                                |
 * | ------ | ----- | -------------------------------------- |
 * | 0      | 1     | length n of the code                   |
 * | 1      | n     | code                                   |
 * | 1 + n  | 15    | IMEI                                   |
 * | 16 + n | 20    | software version, padded with zeros    |
 *
 * Acknowledged immediately with 0x8001: 0 if the code is correct, else 1.
 */
export const AUTHENTICATION = 0x0102;

const IMEI_LENGTH = 15;
const VERSION_LENGTH = 20;

export const authentication: MessageDecoder = {
  id: AUTHENTICATION,
  decode(message: Message, platform: Platform) {
    const { deviceId, body, from, raw } = message;
    const login = from.version === null ? { credential: readText(body), attributes: {} } : read2019(body);
    if (typeof login === 'string') {
      const reply = platform.createGeneralResponse(message, RESULT.badMessage);
      return [{ type: 'decode-error', error: 'malformed', deviceId, detail: login, raw, reply }];
    }
    return [
      {
        type: 'login',
        deviceId,
        purpose: 'authenticate',
        ...login,
        acceptReply: platform.createGeneralResponse(message, RESULT.success),
        rejectReply: platform.createGeneralResponse(message, RESULT.failure),
      },
    ];
  },
};

function read2019(body: Buffer): { credential: string; attributes: Record<string, string> } | string {
  const length = body[0] ?? 0;
  const imeiAt = 1 + length;
  if (body.length < imeiAt) return `a code of ${length} bytes in a body of ${body.length}`;
  const attributes: Record<string, string> = {};
  const imei = readText(body.subarray(imeiAt, imeiAt + IMEI_LENGTH));
  const version = readText(body.subarray(imeiAt + IMEI_LENGTH, imeiAt + IMEI_LENGTH + VERSION_LENGTH));
  if (imei !== '') attributes.imei = imei;
  if (version !== '') attributes.softwareVersion = version;
  return { credential: readText(body.subarray(1, imeiAt)), attributes };
}

/**
 * Encodes a body of 0x0102. In 2019, the last digits of the id are sent as IMEI, because the simulated terminal has
 * none.
 */
export function writeAuthentication(code: string, deviceId: string, is2019: boolean): Buffer {
  if (!is2019) return Buffer.from(code, 'latin1');
  const body = Buffer.alloc(1 + code.length + IMEI_LENGTH + VERSION_LENGTH);
  body.writeUInt8(code.length, 0);
  body.write(code, 1, 'latin1');
  body.write(deviceId.slice(-IMEI_LENGTH), 1 + code.length, 'latin1');
  return body;
}
