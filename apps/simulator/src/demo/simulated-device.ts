import type { ProtocolName } from '@wakeline/domain/devices/protocols';
import type { NoticeType } from '@wakeline/domain/notices/notice-type';
import type { ResponsePlan } from '../link/instruction-responses.ts';
import type { Instruments } from '../movement/instruments.ts';
import type { MotionState } from '../movement/schedule.ts';

/** Built-in icons of the console: `iconUrl` of a STANDARD icon in the contract. */
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

/** How a device reported in past weeks: seldom, so that a few thousand positions suffice. */
export interface WeeksOfHistory {
  /** km/h above which it reported more often. */
  readonly alertSpeed: number;
  /** Seconds between its positions in motion. */
  readonly movingStep: number;
  /** Whether it had power at a time in epoch milliseconds. Without, its positions are lost. */
  readonly hasPowerAt: (time: number) => boolean;
}

/** A device of the demo and its behaviour over time. */
export interface SimulatedDevice {
  readonly deviceId: string;
  readonly protocol: ProtocolName;
  readonly name: string;
  /** Number displayed after the name: a bib, a boat, a bus line. */
  readonly label: string;
  readonly icon: IconName;
  readonly model: string;
  readonly note: string;
  /** Number of its IoT card; empty: none. */
  readonly iotCard: string;
  /** Days from its registration until its validity ends; negative: it has ended; null: unlimited. */
  readonly validDays: number | null;
  /** Its state at a time in epoch seconds. Deterministic, so that history and live data match. */
  readonly stateAt: (seconds: number) => MotionState;
  readonly instruments: Instruments;
  /** Seconds between two live reports, and between two reports of history. */
  readonly interval: number;
  readonly historyInterval: number;
  /** How it reported in the weeks before its history; null: its tracks are of hours only. */
  readonly weeks: WeeksOfHistory | null;
  /** Active alarms at a time in epoch milliseconds, given its state at that time. */
  readonly alarmsAt: (time: number, state: MotionState) => readonly NoticeType[];
  /** Whether it has coverage at a time in epoch milliseconds. */
  readonly hasCoverageAt: (time: number) => boolean;
  /** Hours before the first start at which it became inactive; null: active; Infinity: never reported. */
  readonly inactiveHours: number | null;
  /** How it responds to instructions. */
  readonly responses: ResponsePlan;
}

/** Related devices with the name of their group. */
export interface Scene {
  readonly group: string;
  readonly devices: readonly SimulatedDevice[];
}
