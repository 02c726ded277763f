import type { InstructionCall } from '@wakeline/domain/instructions/catalogue';
import { encodeCall, type InstructionEncoders } from '../encode-call.ts';
import type { InstructionRefusal } from '../protocol.ts';

/**
 * Texts of instructions, which devices accept in a codec 12 packet and by SMS (Teltonika Telematics Wiki, "FMB SMS/GPRS
 * Commands", "FMB Device Family Parameter list"). Settings for the home network, for roaming and for an unknown operator
 * have numbers of their own.
 */
const MIN_PERIOD_MOVING = [10050, 10150, 10250];
const SEND_PERIOD_MOVING = [10055, 10155, 10255];
const MIN_PERIOD_STOPPED = [10000, 10100, 10200];
const SEND_PERIOD_STOPPED = [10005, 10105, 10205];
const MIN_DISTANCE = [10051, 10151, 10251];
const MIN_ANGLE = [10052, 10152, 10252];
const APN = 2001;
const APN_USER = 2002;
const APN_PASSWORD = 2003;
const SERVER_HOST = 2004;
const SERVER_PORT = 2005;
const METRES_PER_KILOMETRE = 1000;

export interface TextContext {
  /** FMB640, FMC650 and their family: they count the odometer in metres, and their settings are not documented here. */
  readonly professional: boolean;
}

type Setting = readonly [id: number, value: string | number];
type Text = string | InstructionRefusal;

export const TEXT_ENCODERS = {
  locate: () => 'getgps',
  reportInterval: ({ moving, stationary }, context) =>
    writeSettings(
      [
        ...same([...MIN_PERIOD_MOVING, ...SEND_PERIOD_MOVING], moving),
        ...(stationary === undefined
          ? []
          : same([...MIN_PERIOD_STOPPED, ...SEND_PERIOD_STOPPED], stationary)),
      ],
      context,
    ),
  angleReport: ({ angle }, context) => writeSettings(same(MIN_ANGLE, angle), context),
  distanceReport: ({ distance }, context) => writeSettings(same(MIN_DISTANCE, distance), context),
  server: ({ host, port }, context) =>
    writeSettings(
      [
        [SERVER_HOST, host],
        [SERVER_PORT, port],
      ],
      context,
    ),
  apn: ({ apn, user, password }, context) =>
    writeSettings(
      [
        [APN, apn],
        [APN_USER, user ?? ''],
        [APN_PASSWORD, password ?? ''],
      ],
      context,
    ),
  restart: () => 'cpureset',
  cutOil: () => 'setdigout 1',
  restoreOil: () => 'setdigout 0',
  odometer: ({ distance }, { professional }) =>
    `odoset:${professional ? distance * METRES_PER_KILOMETRE : distance}`,
  readParameters: () => 'getinfo',
  freeText: ({ text }) => text,
} as const satisfies InstructionEncoders<TextContext, Text>;

const MAX_TEXT_LENGTH = 160;
const PRINTABLE_ASCII = /^[\x20-\x7e]+$/;

/** The text of an instruction. */
export function writeInstructionText(call: InstructionCall, context: TextContext): Text {
  const text = encodeCall<TextContext, Text>(TEXT_ENCODERS, call, context);
  if (text === null) return 'not-supported';
  return PRINTABLE_ASCII.test(text) && text.length <= MAX_TEXT_LENGTH ? text : 'not-encodable';
}

/** Semicolons separate settings, and the first colon ends the number. */
function writeSettings(settings: readonly Setting[], { professional }: TextContext): Text {
  if (professional) return 'not-supported';
  if (settings.some(([, value]) => String(value).includes(';'))) return 'not-encodable';
  return `setparam ${settings.map(([id, value]) => `${id}:${value}`).join(';')}`;
}

function same(ids: readonly number[], value: number): readonly Setting[] {
  return ids.map((id) => [id, value] as const);
}
