import type { NoticeType } from '../notices/notice-type.ts';
import type { RareFields } from '../positions/columns.ts';

/** The position of a device at one time, WGS-84. A value that the device did not send is null, never 0. */
export interface Fix extends RareFields<'fix'> {
  /** Degrees north as sent: may lie outside -90..90 (`validateReport` checks it). */
  readonly latitude: number;
  /** Degrees east as sent: may lie outside -180..180. */
  readonly longitude: number;
  /** Metres, from the zero of its kind (`altitudeKind`): above mean sea level unless the device says otherwise. */
  readonly altitude: number | null;
  /** Speed over ground, km/h. */
  readonly speed: number | null;
  /** Course over ground, degrees clockwise from true north, 0 <= course < 360. */
  readonly course: number | null;
  /** Accuracy radius in metres, as reported. */
  readonly accuracy: number | null;
  /** False if the device reports that it has no satellite fix and repeats an older position. */
  readonly valid: boolean;
}

export type AttributeValue = number | string | boolean;

/** What a device reported at one time, in the project's units. */
export interface Report extends RareFields<'report'> {
  /** Time of the fix or status by the device clock, epoch milliseconds UTC. */
  readonly time: number;
  /** Null for a report without a position (a status frame). */
  readonly fix: Fix | null;
  /** Battery charge, percent 0..100. */
  readonly battery: number | null;
  /** Mobile signal strength, percent 0..100. */
  readonly gsm: number | null;
  /** Satellites used. */
  readonly satellites: number | null;
  /** Alarms that are active in this report. */
  readonly alarms: readonly NoticeType[];
  /** The device reports that its SOS is over. Omitted by devices that do not say it. */
  readonly clearsSos?: boolean;
  /**
   * All other values of the device, under usual camelCase names; the page of the protocol gives the units (odometer, fuel,
   * ignition, externalVoltage, temperature1, ...). No decoded value is dropped.
   */
  readonly attributes: Readonly<Record<string, AttributeValue>>;
}
