import type { InstructionCall } from '@wakeline/domain/instructions/catalogue';
import { areFields } from '../delimited-text.ts';
import { encodeCall, type InstructionEncoders } from '../encode-call.ts';
import type { InstructionRefusal } from '../protocol.ts';

/**
 * Texts of instructions, which devices accept in a 0x80 packet and by SMS (Concox GT06 v1.8.1 section 6; JM-VL03 v1.1.2;
 * manuals of VT02S and EV02). Field M of alarms: 0 reports over the connection only.
 */
const MINUTE = 60;
const DEFAULT_OVERSPEED_SECONDS = 20;
/** Delays of POWERALM in seconds: T1 until the alarm, T2 how long the power was on before. */
const POWER_ALARM_SECONDS = { min: 2, max: 60, powered: 300 } as const;
const IP_ADDRESS = /^[\d.]+$/;

export const TEXT_ENCODERS = {
  locate: () => 'WHERE#',
  reportInterval: ({ moving, stationary }) => `TIMER,${moving},${stationary ?? moving}#`,
  heartbeat: ({ interval }) => `HBT,${toMinutes(interval)},${toMinutes(interval)}#`,
  server: ({ host, port }) => `SERVER,${IP_ADDRESS.test(host) ? 0 : 1},${host},${port},0#`,
  apn: ({ apn, user, password }) => `APN,${[apn, user, password].filter(isGiven).join(',')}#`,
  timeZone: ({ offset }) =>
    `GMT,${offset < 0 ? 'W' : 'E'},${Math.floor(Math.abs(offset) / MINUTE)},${Math.abs(offset) % MINUTE}#`,
  sosNumbers: ({ numbers }) => `SOS,A,${numbers.join(',')}#`,
  centreNumber: ({ number }) => `CENTER,A,${number}#`,
  moveAlarm: ({ enabled, radius }) => (enabled ? `MOVING,ON,${radius},0#` : 'MOVING,OFF#'),
  overspeed: ({ speed, seconds }) => `SPEED,ON,${seconds ?? DEFAULT_OVERSPEED_SECONDS},${speed},0#`,
  batteryAlarm: ({ enabled }) => (enabled ? 'BATALM,ON,0#' : 'BATALM,OFF#'),
  powerAlarm: ({ enabled, seconds }) => {
    if (!enabled) return 'POWERALM,OFF#';
    if (seconds === undefined) return 'POWERALM,ON,0#';
    const { min, max, powered } = POWER_ALARM_SECONDS;
    return seconds < min || seconds > max ? 'not-encodable' : `POWERALM,ON,0,${seconds},${powered}#`;
  },
  restart: () => 'RESET#',
  factoryReset: () => 'FACTORY#',
  cutOil: () => 'RELAY,1#',
  restoreOil: () => 'RELAY,0#',
  readParameters: () => 'PARAM#',
  freeText: ({ text }) => text,
} as const satisfies InstructionEncoders<null, string | InstructionRefusal>;

/** The content of a 0x80 packet has a length of one byte, with 4 bytes of the server flag. */
const MAX_TEXT_LENGTH = 240;
/** Between the values of a text, and at its end. */
const DELIMITERS = ',#';
const PRINTABLE_ASCII = /^[\x20-\x7e]+$/;

/** The text of an instruction. */
export function writeInstructionText(call: InstructionCall): string | InstructionRefusal {
  const text = encodeCall<null, string | InstructionRefusal>(TEXT_ENCODERS, call, null);
  if (text === null) return 'not-supported';
  const values: readonly unknown[] = call.name === 'freeText' ? [] : Object.values(call.values).flat();
  if (!areFields(values.map(String), DELIMITERS)) return 'not-encodable';
  return PRINTABLE_ASCII.test(text) && text.length <= MAX_TEXT_LENGTH ? text : 'not-encodable';
}

function toMinutes(seconds: number): number {
  return Math.ceil(seconds / MINUTE);
}

function isGiven(value: string | undefined): boolean {
  return value !== undefined && value !== '';
}
