import type { InstructionName } from '../instructions/catalogue.ts';
import type { InstructionText } from '../instructions/texts/instruction-text.ts';
import type { PowerKind, SensorName } from './capabilities.ts';
import type { IconName } from './device-icon.ts';
import type { ProtocolName } from './protocols.ts';

/** Deviations of vendors from the JT/T 808 standard: `packages/protocols/src/jt808/vendor.ts` has their meanings. */
export const DIALECT_NAMES = [
  'g10ls',
  's21l',
  'goome',
  'bsj',
  'seeworld',
  'jimi',
  'vl300',
  'padlock',
  'aovx',
] as const;
export type DialectName = (typeof DIALECT_NAMES)[number];

/** Ways to point a device at a server. `concox`, `wanway` and `g10ls` are text messages, the others settings of an app. */
export const SETUP_NAMES = ['concox', 'wanway', 'g10ls', 'traccarClient', 'osmAnd', 'gpsLogger'] as const;
export type SetupName = (typeof SETUP_NAMES)[number];

/** A device model of the shipped catalogue. */
export interface DeviceModel {
  /** Unique without case; what `tracker.model` contains. */
  readonly name: string;
  /** Empty: unknown, or any. */
  readonly vendor: string;
  readonly protocol: ProtocolName;
  readonly icon: IconName;
  /** Null: the documents do not say. */
  readonly power: PowerKind | null;
  readonly instructions: readonly InstructionName[];
  /** Texts of documented instructions for which the protocol has no message. */
  readonly texts?: readonly InstructionText[];
  readonly sensors: readonly SensorName[];
  /** Null: the documents have no way that works without a connection. */
  readonly setup: SetupName | null;
  /** Null: as the protocol's standard. */
  readonly dialect: DialectName | null;
  /** Beginnings of other names of devices with the same dialect, such as the vendor's: upper case, letters and digits. */
  readonly alsoNamed?: readonly string[];
}
