import type { InstructionCall } from '@wakeline/domain/instructions/catalogue';
import { encodeCall, type InstructionEncoders } from '../encode-call.ts';
import type {
  EncodedInstruction,
  InstructionRefusal,
  InstructionTarget,
  ReceiptEvent,
  SessionEvent,
  SmsTarget,
  TerminalInstruction,
} from '../protocol.ts';
import type { Message } from './message.ts';

/**
 * Instructions (GL300 1.02, AT+GTRTO; GV300 0.7 has the same): `AT+GTRTO=<password>,<sub command>,,,,,,<serial>$`. The
 * receipt `+ACK:GTRTO,<version>,<IMEI>,<name>,<sub command>,<serial>,<time>,<count>$` repeats the name and the serial.
 * Fields of the other commands differ by device: they are sent as free text, with the serial that it contains.
 */
const REAL_TIME = 'GTRTO';
const FREE_TEXT = /^AT\+(GT[A-Z0-9]{3})=[\x20-\x23\x25-\x7e]*,([0-9A-F]{4})\$$/i;
const PASSWORD = /^[0-9A-Za-z]{4,20}$/;
/** The default password of a device is the name of its model: `gl300`, `gv300`. */
const MODEL = /^g[a-z]{1,2}\d{2,3}[a-z]*$/i;
const SERIAL = /^[0-9A-F]{4}$/;
const RECEIPT_TIMEOUT = 30_000;
const DISCONNECTING = new Set<InstructionCall['name']>(['restart', 'powerOff', 'freeText']);

interface Context {
  readonly password: string;
  /** 4 hexadecimal digits. */
  readonly serial: string;
}

interface Text {
  readonly text: string;
  readonly key: string;
}

type Result = Text | InstructionRefusal;

const realTime =
  (subCommand: string) =>
  (_: unknown, { password, serial }: Context): Result =>
    PASSWORD.test(password)
      ? { text: `AT+${REAL_TIME}=${password},${subCommand},,,,,,${serial}$`, key: keyOf(REAL_TIME, serial) }
      : 'not-encodable';

export const ENCODERS = {
  locate: realTime('1'),
  readParameters: realTime('2'),
  restart: realTime('3'),
  factoryReset: realTime('4'),
  powerOff: realTime('5'),
  freeText: ({ text }) => {
    const [, name, serial] = FREE_TEXT.exec(text) ?? [];
    if (name === undefined || serial === undefined) return 'not-encodable';
    return { text, key: keyOf(name.toUpperCase(), serial.toUpperCase()) };
  },
} as const satisfies InstructionEncoders<Context, Result>;

export function encodeInstruction(
  call: InstructionCall,
  target: InstructionTarget,
): EncodedInstruction | InstructionRefusal {
  const result = encode(call, target, target.serial);
  if (typeof result === 'string') return result;
  return {
    bytes: Buffer.from(result.text, 'latin1'),
    receipts: [result.key],
    timeout: RECEIPT_TIMEOUT,
    mayDisconnect: DISCONNECTING.has(call.name),
  };
}

/** The same text by SMS, with the serial of an instruction without a receipt. */
export function encodeSms(call: InstructionCall, device: SmsTarget): string | InstructionRefusal {
  const result = encode(call, device, 0xffff);
  return typeof result === 'string' ? result : result.text;
}

function encode(call: InstructionCall, { model, password }: SmsTarget, serial: number): Result {
  const name = model.trim();
  const context: Context = {
    password: password === '' && MODEL.test(name) ? name.toLowerCase() : password,
    serial: serial.toString(16).toUpperCase().padStart(4, '0'),
  };
  return encodeCall<Context, Result>(ENCODERS, call, context) ?? 'not-supported';
}

function keyOf(name: string, serial: string): string {
  return `${name}:${serial}`;
}

/** The serial is the last field; before it, some receipts have a sub command. */
export function createReceipt({ name, fields, deviceId, raw }: Message): SessionEvent {
  const serial = fields.at(-1) ?? '';
  const text = fields
    .slice(0, -1)
    .filter((field) => field !== '')
    .join(',');
  const receipt: ReceiptEvent = {
    type: 'receipt',
    deviceId,
    key: SERIAL.test(serial) ? keyOf(name, serial) : null,
    outcome: 'accepted',
    text: text === '' ? null : text,
    raw,
  };
  return receipt;
}

/**
 * The device side. A device that does not accept an instruction sends nothing: the protocol has no refusal.
 *
 * @param writeReceipt encodes a receipt with these name and fields
 */
export function readInstruction(
  text: string,
  writeReceipt: (name: string, fields: readonly string[]) => Buffer,
): TerminalInstruction | null {
  const [, name, serial] = FREE_TEXT.exec(text) ?? [];
  if (name === undefined || serial === undefined) return null;
  return {
    description: text,
    receipts: (outcome) => {
      if (outcome === 'reject') return [];
      const repeated =
        outcome === 'wrong-key' ? Number.parseInt(serial, 16) ^ 1 : Number.parseInt(serial, 16);
      return [writeReceipt(name, [repeated.toString(16).toUpperCase().padStart(4, '0')])];
    },
  };
}
