import type { ProtocolName } from '@wakeline/domain/devices/protocols';
import type { NoticeType } from '@wakeline/domain/notices/notice-type';
import type { Instruments } from '../movement/instruments.ts';
import type { MotionState } from '../movement/schedule.ts';

/** Icons of the console, by the contract's `iconUrl` of a STANDARD icon. */
export type IconName =
  | 'person'
  | 'runner'
  | 'walker'
  | 'bicycle'
  | 'motorcycle'
  | 'car'
  | 'truck'
  | 'bus'
  | 'sailboat'
  | 'motorboat'
  | 'ship'
  | 'aircraft'
  | 'airliner'
  | 'helicopter'
  | 'glider'
  | 'drone'
  | 'animal'
  | 'container'
  | 'beacon'
  | 'generic';

/** One device of the demo: who it is, and what it does at any time. */
export interface SimulatedDevice {
  readonly deviceId: string;
  readonly protocol: ProtocolName;
  readonly name: string;
  /** Number shown behind the name: of a bib, a boat, a bus line. */
  readonly label: string;
  readonly icon: IconName;
  readonly model: string;
  readonly note: string;
  /** Where it is; epoch seconds. The same whenever it is asked, so that history and present fit together. */
  readonly stateAt: (seconds: number) => MotionState;
  readonly instruments: Instruments;
  /** Seconds between two reports now, and in the history behind it. */
  readonly interval: number;
  readonly historyInterval: number;
  /** Alarms that are on; epoch milliseconds, and where it is then. */
  readonly alarmsAt: (time: number, state: MotionState) => readonly NoticeType[];
  /** Whether it has a network; epoch milliseconds. */
  readonly coveredAt: (time: number) => boolean;
  /** Hours before the first start at which it fell silent for good; null: it goes on; Infinity: it never reported. */
  readonly inactiveHours: number | null;
}

/** Devices that belong together, under the name of a group. */
export interface Scene {
  readonly group: string;
  readonly devices: readonly SimulatedDevice[];
}
