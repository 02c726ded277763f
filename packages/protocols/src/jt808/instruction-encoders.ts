import type { DialectName } from '@wakeline/domain/devices/device-model';
import type { InstructionEncoders } from '../encode-call.ts';
import type { InstructionRefusal } from '../protocol.ts';
import { dword, type ParameterItem, string, word, writeParameterItems } from './parameter-items.ts';
import { SZCS_ENCODERS } from './szcs.ts';
import { writeVendorText } from './vendor-texts.ts';

/** A message of the platform, with the result messages that follow its general response 0x0001. */
export interface PlatformMessage {
  readonly id: number;
  readonly body: Buffer;
  /** Message id of the result, or `text`: a vendor's text without a serial. Absent: the general response is final. */
  readonly result?: number | 'text';
}

export interface InstructionContext {
  readonly is2019: boolean;
  /** Null: the standard. */
  readonly dialect: DialectName | null;
}

type Encoded = PlatformMessage | InstructionRefusal;

const STRATEGY_TIME = 0;
const STRATEGY_BOTH = 2;
const FENCE_ID = 1;
const MICRODEGREES = 1_000_000;
/** Alarms that 0x8203 can confirm (2013 table 32): bits 0, 3, 20, 21, 22, 27, 28. */
const CONFIRMABLE_ALARMS = 0x1870_0009;
/** 0x8300, flag of 2013 (table 33): bit 2 shows the text, bit 3 reads it aloud. */
const SHOW = 1 << 2;
const READ_ALOUD = 1 << 3;
/** In 2019, bits 0 and 1 are the class of the text: 1 service. A notice is of type 1. */
const SERVICE_2019 = 1;
const NOTICE_2019 = 1;
/** Circle attributes (2013 table 24): bits 3 and 5 send alarms on entering and leaving, 6 south, 7 west. */
const FENCE_ALARMS = { in: 1 << 3, out: 1 << 5, both: (1 << 3) | (1 << 5) } as const;
const SOUTH = 1 << 6;
const WEST = 1 << 7;

/** Message ids, parameter ids and layouts: JT/T 808-2013 chapter 8, and 2019 where it differs. */
const STANDARD = {
  locate: () => ({ id: 0x8201, body: Buffer.alloc(0) }),
  track: ({ interval, duration }) => ({ id: 0x8202, body: Buffer.concat([word(interval), dword(duration)]) }),
  reportInterval: ({ moving, stationary }) =>
    setParameters(
      [0x0020, dword(STRATEGY_TIME)],
      [0x0029, dword(moving)],
      ...(stationary === undefined ? [] : [[0x0027, dword(stationary)] as const]),
    ),
  uploadInterval: ({ interval }) => setParameters([0x0020, dword(STRATEGY_TIME)], [0x0029, dword(interval)]),
  angleReport: ({ angle }) => setParameters([0x0030, dword(angle)]),
  distanceReport: ({ distance }) => setParameters([0x0020, dword(STRATEGY_BOTH)], [0x002c, dword(distance)]),
  heartbeat: ({ interval }) => setParameters([0x0001, dword(interval)]),
  server: ({ host, port }, { is2019 }) =>
    is2019
      ? setParameters([0x0013, string(`${host}:${port}`)])
      : setParameters([0x0013, string(host)], [0x0018, dword(port)]),
  apn: ({ apn, user, password }) =>
    setParameters([0x0010, string(apn)], [0x0011, string(user ?? '')], [0x0012, string(password ?? '')]),
  centreNumber: ({ number }) => setParameters([0x0040, string(number)]),
  moveAlarm: ({ enabled, radius }) => (enabled ? setParameters([0x0031, word(radius)]) : 'not-encodable'),
  overspeed: ({ speed, seconds }) =>
    setParameters(
      [0x0055, dword(speed)],
      ...(seconds === undefined ? [] : [[0x0056, dword(seconds)] as const]),
    ),
  odometer: ({ distance }) => setParameters([0x0080, dword(distance * 10)]),
  deviceFence: ({ latitude, longitude, radius, alarm }, { is2019 }) => {
    const attributes = FENCE_ALARMS[alarm] | (latitude < 0 ? SOUTH : 0) | (longitude < 0 ? WEST : 0);
    const circle = [
      dword(FENCE_ID),
      word(attributes),
      dword(toMicrodegrees(latitude)),
      dword(toMicrodegrees(longitude)),
    ];
    // Update all circles (0), one item. In 2019 the length of a name follows.
    const end = is2019 ? [dword(radius), word(0)] : [dword(radius)];
    return { id: 0x8600, body: Buffer.concat([Buffer.of(0, 1), ...circle, ...end]) };
  },
  removeDeviceFence: () => ({ id: 0x8601, body: Buffer.concat([Buffer.of(1), dword(FENCE_ID)]) }),
  confirmAlarm: () => ({ id: 0x8203, body: Buffer.concat([word(0), dword(CONFIRMABLE_ALARMS)]) }),
  restart: () => control(4),
  factoryReset: () => control(5),
  powerOff: () => control(3),
  lockDoors: (_, context) => controlDoors(context, true),
  unlockDoors: (_, context) => controlDoors(context, false),
  callBack: ({ number }) => ({ id: 0x8400, body: Buffer.concat([Buffer.of(0), string(number)]) }),
  listenIn: ({ number }) => ({ id: 0x8400, body: Buffer.concat([Buffer.of(1), string(number)]) }),
  whiteList: ({ numbers }) => ({
    id: 0x8401,
    // Replace the phone book (1); each entry for calls in both directions (3), with its number as its name.
    body: Buffer.concat([
      Buffer.of(1, numbers.length),
      ...numbers.flatMap((number) => [
        Buffer.of(3, number.length),
        string(number),
        Buffer.of(number.length),
        string(number),
      ]),
    ]),
  }),
  // Start (1), save the recording (1), 8000 samples a second (0).
  record: ({ seconds }) => ({
    id: 0x8804,
    body: Buffer.concat([Buffer.of(1), word(seconds), Buffer.of(1, 0)]),
  }),
  // One picture, uploaded at once (0), 320 x 240 (1), medium quality; brightness, contrast, saturation, chroma.
  photo: ({ channel }) => ({
    id: 0x8801,
    body: Buffer.concat([Buffer.of(channel), word(1), word(0), Buffer.of(0, 1, 5, 128, 64, 64, 128)]),
    result: 0x0805,
  }),
  textMessage: ({ text, speak }, { is2019 }) => {
    const flag = SHOW | (speak === true ? READ_ALOUD : 0) | (is2019 ? SERVICE_2019 : 0);
    return {
      id: 0x8300,
      body: Buffer.concat([Buffer.from(is2019 ? [flag, NOTICE_2019] : [flag]), string(text)]),
    };
  },
  readParameters: () => ({ id: 0x8104, body: Buffer.alloc(0), result: 0x0104 }),
  freeText: ({ text }, context) => writeVendorText(text, context),
} as const satisfies InstructionEncoders<InstructionContext, Encoded>;

/** Vendor commands of 0x8105 ("JT/T808 Protocol for G10LS", terminal control). */
const G10LS_ENCODERS = {
  cutOil: () => control(0x64),
  restoreOil: () => control(0x65),
  arm: () => control(0x66),
  disarm: () => control(0x67),
} as const satisfies InstructionEncoders<InstructionContext, Encoded>;

/** All encoders of the standard and of dialects, for the list of what can be encoded at all. */
export const ALL_ENCODERS = { ...SZCS_ENCODERS, ...G10LS_ENCODERS, ...STANDARD };

const BY_DIALECT: Partial<Record<DialectName, InstructionEncoders<InstructionContext, Encoded>>> = {
  g10ls: { ...STANDARD, ...SZCS_ENCODERS, ...G10LS_ENCODERS },
  s21l: { ...STANDARD, ...G10LS_ENCODERS },
  bsj: { ...STANDARD, ...SZCS_ENCODERS },
};

export function encodersOf({
  dialect,
}: InstructionContext): InstructionEncoders<InstructionContext, Encoded> {
  return (dialect === null ? undefined : BY_DIALECT[dialect]) ?? STANDARD;
}

function setParameters(...items: readonly ParameterItem[]): PlatformMessage {
  return { id: 0x8103, body: writeParameterItems(items) };
}

function control(command: number): PlatformMessage {
  return { id: 0x8105, body: Buffer.of(command) };
}

/** 2013: bit 0 locks the doors. 2019: one control (WORD), of type 0x0001, 0 locks and 1 opens. */
function controlDoors({ is2019 }: InstructionContext, lock: boolean): PlatformMessage {
  if (!is2019) return { id: 0x8500, body: Buffer.of(lock ? 1 : 0) };
  return { id: 0x8500, body: Buffer.concat([word(1), word(1), Buffer.of(lock ? 0 : 1)]) };
}

function toMicrodegrees(degrees: number): number {
  return Math.round(Math.abs(degrees) * MICRODEGREES);
}
