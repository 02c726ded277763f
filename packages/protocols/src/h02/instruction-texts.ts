import type { InstructionCall, InstructionName } from '@wakeline/domain/instructions/catalogue';
import { areFields } from '../delimited-text.ts';
import { encodeCall, encodedNames, type InstructionEncoders } from '../encode-call.ts';
import type { InstructionRefusal } from '../protocol.ts';

/**
 * One text of an instruction: `*HQ,id,name,hhmmss,fields#`.
 *
 * The vendors differ. The model `H02` (HuaSunTeK) has the texts of "GPS Tracker Communication Protocol" v1.0.5, section
 * 4; all others those of the SinoTrack protocol and the ST-901.
 */
export interface InstructionText {
  readonly name: string;
  /** Where hhmmss stands; null: the instruction has no time, and its confirmation none either. */
  readonly time: 'first' | 'last' | null;
  readonly fields: readonly string[];
  /** Whether it is confirmed with V4. */
  readonly isConfirmed: boolean;
}

type Texts = readonly InstructionText[] | InstructionRefusal;

const MIN_INTERVAL = 30;
const MAX_COUNT = 65_535;
/** Interval and resting interval of HuaSunTeK, seconds. */
const MOVING = { min: 5, max: 3_600 } as const;
const RESTING = { min: 10, max: 7_200 } as const;

function confirmed(name: string, ...fields: readonly (string | number)[]): InstructionText {
  return { name, time: 'first', fields: fields.map(String), isConfirmed: true };
}

function unconfirmed(name: string, ...fields: readonly (string | number)[]): InstructionText {
  return { ...confirmed(name, ...fields), isConfirmed: false };
}

function timeless(name: string, ...fields: readonly (string | number)[]): InstructionText {
  return { ...confirmed(name, ...fields), time: null };
}

const CUT = [confirmed('S20', 1, 1)];
const RESTORE = [confirmed('S20', 1, 0)];

const SINOTRACK = {
  locate: () => [unconfirmed('D1', MIN_INTERVAL, 1)],
  track: ({ interval, duration }) => {
    const count = Math.ceil(duration / interval);
    return interval < MIN_INTERVAL || count > MAX_COUNT
      ? 'not-encodable'
      : [unconfirmed('D1', interval, count)];
  },
  reportInterval: ({ moving, stationary }) =>
    moving < MIN_INTERVAL || stationary !== undefined ? 'not-encodable' : [confirmed('S17', moving)],
  uploadInterval: ({ interval }) => [confirmed('S17', interval)],
  cutOil: () => CUT,
  restoreOil: () => RESTORE,
  arm: () => [confirmed('SCF', 0, 0)],
  disarm: () => [confirmed('SCF', 1, 1)],
  restart: () => [unconfirmed('R1')],
  confirmAlarm: () => [unconfirmed('R7')],
  factoryReset: () => [confirmed('S25')],
  readParameters: () => [confirmed('S26')],
  freeText: ({ text }) => [timeless('SMS', text)],
} as const satisfies InstructionEncoders<null, Texts>;

const HUASUNTEK = {
  locate: () => [timeless('CR')],
  reportInterval: ({ moving, stationary }) => {
    if (!isWithin(moving, MOVING) || (stationary !== undefined && !isWithin(stationary, RESTING)))
      return 'not-encodable';
    return [timeless('XT', moving), ...(stationary === undefined ? [] : [timeless('NXT', stationary)])];
  },
  server: ({ host, port }) => {
    const hexPort = port.toString(16).padStart(4, '0');
    return [{ ...confirmed('IP', 1, '00000000', hexPort, host), time: 'last' }];
  },
  apn: ({ apn, user, password }) => [timeless('APN', apn, user ?? '', password ?? '')],
  centreNumber: ({ number }) => [timeless('UR', number)],
  cutOil: () => CUT,
  restoreOil: () => RESTORE,
  arm: () => [confirmed('SF2')],
  disarm: () => [confirmed('CF2')],
  restart: () => [timeless('CQ')],
  factoryReset: () => [confirmed('RESET')],
  readParameters: () => [timeless('INFO')],
} as const satisfies InstructionEncoders<null, Texts>;

/** Instructions that at least one vendor has. */
export const H02_INSTRUCTIONS: readonly InstructionName[] = [
  ...new Set([...encodedNames(SINOTRACK), ...encodedNames(HUASUNTEK)]),
];

/** Names of texts, by which the device side recognizes an instruction. */
export const UNCONFIRMED_NAMES: ReadonlySet<string> = new Set(['D1', 'R1', 'R7']);
export const CONFIRMED_NAMES: ReadonlySet<string> = new Set(
  'S17 S20 SCF S25 S26 SMS CR XT NXT IP APN UR SF2 CF2 CQ RESET INFO'.split(' '),
);

/** A free text is one field with commas; `#` would end the frame, and `*` start another one. */
const FREE_TEXT_DELIMITERS = '#*';
const DELIMITERS = '#*,$';

/** The texts of an instruction. Most have one. */
export function writeInstructionTexts(call: InstructionCall, model: string): Texts {
  const isHuaSunTek = model.trim().toUpperCase() === 'H02';
  const texts = encodeCall<null, Texts>(isHuaSunTek ? HUASUNTEK : SINOTRACK, call, null);
  if (texts === null) return 'not-supported';
  if (typeof texts === 'string') return texts;
  const delimiters = call.name === 'freeText' ? FREE_TEXT_DELIMITERS : DELIMITERS;
  return texts.every(({ fields }) => areFields(fields, delimiters)) ? texts : 'not-encodable';
}

function isWithin(value: number, { min, max }: { readonly min: number; readonly max: number }): boolean {
  return value >= min && value <= max;
}
