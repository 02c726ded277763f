import type { AltitudeKind } from '../aviation/altitude-kind.ts';
import type { LineMemory } from '../aviation/line-watch.ts';
import type { OverspeedMemory } from '../overspeed/overspeed.ts';
import type { HeldMemory } from './held-condition.ts';
import type { WatchMemory } from './watch-condition.ts';

/** What a rule keeps from one report of a tracker to the next. Plain data, stored as JSON. */
export interface RuleMemory {
  readonly held?: HeldMemory;
  /** Of a speed limit that is exceeded, beside `held`. */
  readonly over?: OverspeedMemory;
  /** Fences whose dwell time was notified, with the time of that entry. */
  readonly notified?: Readonly<Record<string, number>>;
  /** Where the tracker was when the rule was enabled. */
  readonly origin?: Origin;
  /** Lowest and highest altitude of the current window, metres. */
  readonly lowest?: AltitudeAt;
  readonly highest?: AltitudeAt;
  /** The tracker was outside of the place. */
  readonly wasOutside?: boolean;
  /** Local day or planned instant for which the rule is done. */
  readonly doneFor?: number;
  /** Of a condition of a task. */
  readonly watch?: WatchMemory;
  /** Of the line of a task. */
  readonly line?: LineMemory;
  /** Altitude from which a rate of climb is measured, metres. */
  readonly climbFrom?: AltitudeAt;
}

/** Degrees. `fixes`: of which it is the mean; omitted: of one. */
export interface Origin {
  readonly latitude: number;
  readonly longitude: number;
  readonly fixes?: number;
}

export interface AltitudeAt {
  readonly time: number;
  readonly altitude: number;
  /** Number of `ALTITUDE_KINDS`; omitted: above mean sea level. */
  readonly kind?: AltitudeKind;
}

/** The memory of a rule, with the version of the rule that wrote it. */
export interface VersionedMemory {
  readonly version: number;
  readonly state: RuleMemory;
}

/** By the key of the rule. Plain data, stored as a text. */
export type RulesMemory = Readonly<Record<string, VersionedMemory>>;
