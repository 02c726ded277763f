import type { NoticeType } from '../notices/notice-type.ts';
import type { RareFields } from '../positions/columns.ts';

/** A device's place at one moment, WGS-84. A value that the device did not send is null, never 0. */
export interface Fix extends RareFields<'fix'> {
  /** Degrees north, as the device sent it: may lie outside -90..90 and is judged by the pipeline. */
  readonly latitude: number;
  /** Degrees east, as the device sent it: may lie outside -180..180. */
  readonly longitude: number;
  /** Metres above mean sea level. */
  readonly altitude: number | null;
  /** Speed over ground, km/h. */
  readonly speed: number | null;
  /** Course over ground, degrees clockwise from true north, 0 <= course < 360. */
  readonly course: number | null;
  /** Radius in metres within which the device says it is. */
  readonly accuracy: number | null;
  /** False when the device says that it had no satellite fix and repeats an older place. */
  readonly valid: boolean;
}

export type AttributeValue = number | string | boolean;

/** What a device said of itself at one moment, in the project's units. */
export interface Report extends RareFields<'report'> {
  /** Time of the fix or status by the device's clock, epoch milliseconds UTC. */
  readonly time: number;
  /** Null for a report that carries no place (a status frame). */
  readonly fix: Fix | null;
  /** Charge of the battery, percent 0..100. */
  readonly battery: number | null;
  /** Strength of the mobile signal, percent 0..100. */
  readonly gsm: number | null;
  /** Satellites used. */
  readonly satellites: number | null;
  /** Alarms that are on in this report. */
  readonly alarms: readonly NoticeType[];
  /**
   * Everything else that the device sent, under camelCase names of the trade with the unit in the
   * protocol's page (odometer, fuel, ignition, externalVoltage, temperature1, ...). Nothing that was
   * understood is dropped.
   */
  readonly attributes: Readonly<Record<string, AttributeValue>>;
}
