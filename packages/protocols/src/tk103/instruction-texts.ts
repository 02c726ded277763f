import type { InstructionCall, InstructionName } from '@wakeline/domain/instructions/catalogue';
import { areFields } from '../delimited-text.ts';
import { encodeCall, encodedNames, type InstructionEncoders } from '../encode-call.ts';
import type { InstructionRefusal } from '../protocol.ts';

/**
 * Texts of instructions.
 *
 * | form  | text                                              | receipt                        | source               |
 * | ----- | ------------------------------------------------- | ------------------------------ | -------------------- |
 * | fixed | `(`, id, command and values, `)`                  | a command with B               | KX402 1.5, section 3 |
 * | comma | `[begin]sms2,*`, command and values, `*,[end]`    | ZC03 with a text, without name | vjoycar T903 manual  |
 */
export interface InstructionText {
  readonly text: string;
  /** The command of the receipt; null: there is none. */
  readonly receipt: string | null;
}

type Texts = InstructionText | InstructionRefusal;

const SECONDS_PER_MINUTE = 60;
const MINUTES_PER_HOUR = 60;
/** Replies to an instruction have the command ZC03. */
export const TEXT_RECEIPT = 'ZC03';

const FIXED_FORM = {
  locate: () => ({ text: 'AP00', receipt: 'BP04' }),
  // AR00: interval in seconds, hours, minutes; hexadecimal. The positions that follow are BR00, as any others.
  track: ({ interval, duration }) => {
    const minutes = Math.ceil(duration / SECONDS_PER_MINUTE);
    const hours = Math.floor(minutes / MINUTES_PER_HOUR);
    const text = `AR00${toHex(interval, 4)}${toHex(hours, 2)}${toHex(minutes % MINUTES_PER_HOUR, 2)}`;
    return { text, receipt: null };
  },
  cutOil: () => ({ text: 'AV010', receipt: 'BV01' }),
  restoreOil: () => ({ text: 'AV011', receipt: 'BV01' }),
  restart: () => ({ text: 'AT00', receipt: 'BT00' }),
  freeText: ({ text }) =>
    /^A[A-Z]\d\d/.test(text) && areFields([text], '()')
      ? { text, receipt: `B${text.slice(1, 4)}` }
      : 'not-encodable',
} as const satisfies InstructionEncoders<string, Texts>;

const COMMA_FORM = {
  locate: () => writeText('getposl'),
  powerOff: () => writeText('turnoff'),
  readParameters: () => writeText('status'),
  centreNumber: ({ number }, password) =>
    password === '' ? 'not-encodable' : writeText('master', password, number),
  server: ({ host, port }) => {
    const address = /^\d{1,3}(?:\.\d{1,3}){3}$/.test(host) ? host.split('.') : null;
    return address === null ? 'not-encodable' : writeText('setip', ...address, String(port));
  },
  freeText: ({ text }) => (areFields([text], '()[]$*') ? writeText(text) : 'not-encodable'),
} as const satisfies InstructionEncoders<string, Texts>;

/** Instructions that at least one form has. */
export const TK103_INSTRUCTIONS: readonly InstructionName[] = [
  ...new Set([...encodedNames(FIXED_FORM), ...encodedNames(COMMA_FORM)]),
];

/** The fixed form has ids of this length; a longer id, such as an IMEI, is of the comma form. */
export const FIXED_ID_LENGTH = 12;

/** The instructions of a device; one with a short id can have either form. */
export function instructionsOf(deviceId: string): readonly InstructionName[] {
  return deviceId.length > FIXED_ID_LENGTH ? encodedNames(COMMA_FORM) : TK103_INSTRUCTIONS;
}

export function writeInstructionText(call: InstructionCall, isComma: boolean, password: string): Texts {
  const encoders: InstructionEncoders<string, Texts> = isComma ? COMMA_FORM : FIXED_FORM;
  return encodeCall<string, Texts>(encoders, call, password) ?? 'not-supported';
}

function writeText(...parts: readonly string[]): Texts {
  if (!areFields(parts, '()[]$*')) return 'not-encodable';
  return { text: `[begin]sms2,*${parts.join('*')}*,[end]`, receipt: TEXT_RECEIPT };
}

function toHex(value: number, digits: number): string {
  return value.toString(16).toUpperCase().padStart(digits, '0');
}
