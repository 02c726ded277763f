import { readText } from './gbk.ts';
import { type Message, type MessageKind, type Platform, RESULT } from './message.ts';

/**
 * 0x0100 registration (2011 table 6, 2013 section 8.5 table 7, 2019 section 8.8 table 10), big-endian. It asks for the code
 * that the terminal then authenticates with.
 *
 * | 2011 | 2013 | 2019 | bytes in 2011, 2013, 2019 | meaning                                              |
 * | ---- | ---- | ---- | ------------------------- | ---------------------------------------------------- |
 * | 0    | 0    | 0    | 2                         | province, first two digits of GB/T 2260              |
 * | 2    | 2    | 2    | 2                         | city and county, last four digits of GB/T 2260       |
 * | 4    | 4    | 4    | 5, 5, 11                  | manufacturer                                         |
 * | 9    | 9    | 15   | 8, 20, 30                 | model, filled with zeros                             |
 * | 17   | 29   | 45   | 7, 7, 30                  | id of the terminal, filled with zeros                |
 * | 24   | 36   | 75   | 1                         | colour of the plate (JT/T 415), 0 without a plate    |
 * | 25   | 37   | 76   | rest                      | plate; for colour 0 the VIN                          |
 *
 * A body without the header of 2019 and shorter than 37 bytes is of 2011.
 *
 * Answered at once by 0x8100 (2013 section 8.6 table 8):
 *
 * | byte | bytes | meaning                                                                                     |
 * | ---- | ----- | ------------------------------------------------------------------------------------------- |
 * | 0    | 2     | serial of the registration                                                                  |
 * | 2    | 1     | 0 success, 1 vehicle taken, 2 no such vehicle, 3 terminal taken, 4 no such terminal         |
 * | 3    | rest  | the code, only with success                                                                 |
 */
export const REGISTRATION = 0x0100;
export const REGISTRATION_RESPONSE = 0x8100;

const NO_SUCH_TERMINAL = 4;

interface Layout {
  readonly maker: number;
  readonly model: number;
  readonly terminal: number;
}
const OF_2011: Layout = { maker: 5, model: 8, terminal: 7 };
const OF_2013: Layout = { maker: 5, model: 20, terminal: 7 };
const OF_2019: Layout = { maker: 11, model: 30, terminal: 30 };

export const registration: MessageKind = {
  id: REGISTRATION,
  events(message: Message, platform: Platform) {
    const { deviceId, from, serial, raw } = message;
    const attributes = readRegistration(message.body, from.version !== null);
    if (typeof attributes === 'string') {
      const reply = platform.answer(message, RESULT.badMessage);
      return [{ type: 'fault', fault: 'malformed', deviceId, detail: attributes, raw, reply }];
    }
    const code = Buffer.from(platform.options.authCode(deviceId), 'latin1');
    return [
      {
        type: 'login',
        deviceId,
        purpose: 'register',
        credential: null,
        attributes,
        accepted: platform.send(REGISTRATION_RESPONSE, from, response(serial, RESULT.success, code)),
        refused: platform.send(REGISTRATION_RESPONSE, from, response(serial, NO_SUCH_TERMINAL)),
      },
    ];
  },
};

function readRegistration(body: Buffer, of2019: boolean): Record<string, string> | string {
  const layout = of2019 ? OF_2019 : body.length < fixedLength(OF_2013) ? OF_2011 : OF_2013;
  const fixed = fixedLength(layout);
  if (body.length < fixed) return `a registration needs ${fixed} bytes, got ${body.length}`;
  const attributes: Record<string, string> = {};
  const set = (name: string, value: string) => {
    if (value !== '') attributes[name] = value;
  };
  const modelAt = 4 + layout.maker;
  const terminalAt = modelAt + layout.model;
  const colorAt = terminalAt + layout.terminal;
  const color = body.readUInt8(colorAt);
  set('province', nonZero(body.readUInt16BE(0)));
  set('city', nonZero(body.readUInt16BE(2)));
  set('manufacturer', readText(body.subarray(4, modelAt)));
  set('model', readText(body.subarray(modelAt, terminalAt)));
  set('terminalId', readText(body.subarray(terminalAt, colorAt)));
  set('plateColor', nonZero(color));
  set(color === 0 ? 'vin' : 'plate', readText(body.subarray(colorAt + 1)));
  return attributes;
}

function fixedLength(layout: Layout): number {
  return 4 + layout.maker + layout.model + layout.terminal + 1;
}

function nonZero(value: number): string {
  return value === 0 ? '' : String(value);
}

function response(serial: number, result: number, code: Buffer = Buffer.alloc(0)): Buffer {
  const head = Buffer.alloc(3);
  head.writeUInt16BE(serial, 0);
  head.writeUInt8(result, 2);
  return Buffer.concat([head, code]);
}

/** A body of 0x0100 in the layout of 2013 or 2019: a vehicle without a plate, the id's end as the terminal's id. */
export function writeRegistration(deviceId: string, of2019: boolean): Buffer {
  const layout = of2019 ? OF_2019 : OF_2013;
  const body = Buffer.alloc(fixedLength(layout));
  body.write('WAKE', 4, 'latin1');
  body.write('simulator', 4 + layout.maker, 'latin1');
  body.write(deviceId.slice(-layout.terminal), 4 + layout.maker + layout.model, 'latin1');
  return body;
}

/** Serial of the registration that a body of 0x8100 answers, and the code; null when it was refused or cannot be read. */
export function readResponse(body: Buffer): { serial: number; code: string | null } | null {
  if (body.length < 3) return null;
  const code = body.readUInt8(2) === RESULT.success ? body.toString('latin1', 3) : null;
  return { serial: body.readUInt16BE(0), code };
}
