import { readText } from './gbk.ts';
import { type Message, type MessageDecoder, type Platform, RESULT } from './message.ts';

/**
 * 0x0100: registration (2011 table 6, 2013 section 8.5 table 7, 2019 section 8.8 table 10), big-endian. Requests the
 * code with which the terminal then authenticates.
 *
 * | 2011 | 2013 | 2019 | bytes in 2011, 2013, 2019 | meaning                                              |
 * | ---- | ---- | ---- | ------------------------- | ---------------------------------------------------- |
 * | 0    | 0    | 0    | 2                         | province, first two digits of GB/T 2260              |
 * | 2    | 2    | 2    | 2                         | city and county, last four digits of GB/T 2260       |
 * | 4    | 4    | 4    | 5, 5, 11                  | manufacturer                                         |
 * | 9    | 9    | 15   | 8, 20, 30                 | model, padded with zeros                             |
 * | 17   | 29   | 45   | 7, 7, 30                  | terminal id, padded with zeros                       |
 * | 24   | 36   | 75   | 1                         | plate colour (JT/T 415), 0 without a plate           |
 * | 25   | 37   | 76   | rest                      | licence plate; for colour 0 the VIN                  |
 *
 * A body shorter than 37 bytes without a 2019 header has the 2011 layout.
 *
 * Answered immediately with 0x8100 (2013 section 8.6 table 8):
 *
 * | byte | bytes | meaning                                                                                     |
 * | ---- | ----- | ------------------------------------------------------------------------------------------- |
 * | 0    | 2     | serial of the registration                                                                  |
 * | 2    | 1     | 0 success, 1 vehicle registered, 2 unknown vehicle, 3 terminal registered, 4 unknown terminal |
 * | 3    | rest  | the code, only on success                                                                   |
 */
export const REGISTRATION = 0x0100;
export const REGISTRATION_RESPONSE = 0x8100;

const UNKNOWN_TERMINAL = 4;

interface Layout {
  readonly manufacturerLength: number;
  readonly modelLength: number;
  readonly terminalIdLength: number;
}
const LAYOUT_2011: Layout = { manufacturerLength: 5, modelLength: 8, terminalIdLength: 7 };
const LAYOUT_2013: Layout = { manufacturerLength: 5, modelLength: 20, terminalIdLength: 7 };
const LAYOUT_2019: Layout = { manufacturerLength: 11, modelLength: 30, terminalIdLength: 30 };

export const registration: MessageDecoder = {
  id: REGISTRATION,
  decode(message: Message, platform: Platform) {
    const { deviceId, from, serial, raw } = message;
    const attributes = readRegistration(message.body, from.version !== null);
    if (typeof attributes === 'string') {
      const reply = platform.createGeneralResponse(message, RESULT.badMessage);
      return [{ type: 'decode-error', error: 'malformed', deviceId, detail: attributes, raw, reply }];
    }
    const code = Buffer.from(platform.options.authCode(deviceId), 'latin1');
    return [
      {
        type: 'login',
        deviceId,
        purpose: 'register',
        credential: null,
        attributes,
        acceptReply: platform.createFrame(
          REGISTRATION_RESPONSE,
          from,
          writeResponse(serial, RESULT.success, code),
        ),
        rejectReply: platform.createFrame(
          REGISTRATION_RESPONSE,
          from,
          writeResponse(serial, UNKNOWN_TERMINAL),
        ),
      },
    ];
  },
};

function readRegistration(body: Buffer, is2019: boolean): Record<string, string> | string {
  const layout = is2019
    ? LAYOUT_2019
    : body.length < computeFixedLength(LAYOUT_2013)
      ? LAYOUT_2011
      : LAYOUT_2013;
  const fixed = computeFixedLength(layout);
  if (body.length < fixed) return `a registration needs ${fixed} bytes, got ${body.length}`;
  const attributes: Record<string, string> = {};
  const set = (name: string, value: string) => {
    if (value !== '') attributes[name] = value;
  };
  const modelAt = 4 + layout.manufacturerLength;
  const terminalAt = modelAt + layout.modelLength;
  const colorAt = terminalAt + layout.terminalIdLength;
  const color = body.readUInt8(colorAt);
  set('province', formatNonZero(body.readUInt16BE(0)));
  set('city', formatNonZero(body.readUInt16BE(2)));
  set('manufacturer', readText(body.subarray(4, modelAt)));
  set('model', readText(body.subarray(modelAt, terminalAt)));
  set('terminalId', readText(body.subarray(terminalAt, colorAt)));
  set('plateColor', formatNonZero(color));
  set(color === 0 ? 'vin' : 'plate', readText(body.subarray(colorAt + 1)));
  return attributes;
}

function computeFixedLength(layout: Layout): number {
  return 4 + layout.manufacturerLength + layout.modelLength + layout.terminalIdLength + 1;
}

function formatNonZero(value: number): string {
  return value === 0 ? '' : String(value);
}

function writeResponse(serial: number, result: number, code: Buffer = Buffer.alloc(0)): Buffer {
  const header = Buffer.alloc(3);
  header.writeUInt16BE(serial, 0);
  header.writeUInt8(result, 2);
  return Buffer.concat([header, code]);
}

/**
 * Encodes a body of 0x0100 in the layout of 2013 or 2019: without a plate, with the last digits of the id as terminal
 * id.
 */
export function writeRegistration(deviceId: string, is2019: boolean): Buffer {
  const layout = is2019 ? LAYOUT_2019 : LAYOUT_2013;
  const body = Buffer.alloc(computeFixedLength(layout));
  body.write('WAKE', 4, 'latin1');
  body.write('simulator', 4 + layout.manufacturerLength, 'latin1');
  body.write(
    deviceId.slice(-layout.terminalIdLength),
    4 + layout.manufacturerLength + layout.modelLength,
    'latin1',
  );
  return body;
}

/** Decodes a body of 0x8100: the serial of the registration, and the code (null: rejected). Null if it is malformed. */
export function readResponse(body: Buffer): { serial: number; code: string | null } | null {
  if (body.length < 3) return null;
  const code = body.readUInt8(2) === RESULT.success ? body.toString('latin1', 3) : null;
  return { serial: body.readUInt16BE(0), code };
}
