/** A problem with the source as a whole: it cannot be reached, or is not a Traccar of a supported version. */
export class TraccarSourceError extends Error {
  override readonly name = 'TraccarSourceError';
}

/** A group of devices. Ids are those of Traccar. */
export interface TraccarGroup {
  readonly id: number;
  readonly name: string;
  readonly parentId: number | null;
}

export interface TraccarDevice {
  readonly id: number;
  readonly name: string;
  readonly uniqueId: string;
  readonly groupId: number | null;
  readonly phone: string;
  readonly model: string;
  readonly contact: string;
  readonly category: string;
  readonly disabled: boolean;
  /** Epoch milliseconds. */
  readonly expiresAt: number | null;
}

export interface TraccarUser {
  readonly id: number;
  readonly name: string;
  /** The name with which the user signs in. */
  readonly email: string;
  readonly administrator: boolean;
  /** May not change anything. */
  readonly readonly: boolean;
  readonly disabled: boolean;
  /** Epoch milliseconds. */
  readonly expiresAt: number | null;
  readonly groupIds: readonly number[];
  /** Devices linked to the user directly. */
  readonly deviceIds: readonly number[];
}

export interface TraccarGeofence {
  readonly id: number;
  readonly name: string;
  readonly description: string;
  /** WKT with the latitude first. */
  readonly area: string;
  /** JSON as stored. */
  readonly attributes: string | null;
  readonly hasCalendar: boolean;
  readonly groupIds: readonly number[];
  readonly deviceIds: readonly number[];
}

export interface TraccarPosition {
  readonly id: number;
  /** Epoch milliseconds UTC; NaN if the source has no readable time. */
  readonly fixTime: number;
  readonly valid: boolean;
  readonly latitude: number;
  readonly longitude: number;
  /** Metres. */
  readonly altitude: number | null;
  /** Knots. */
  readonly speed: number | null;
  /** Degrees. */
  readonly course: number | null;
  /** Metres; Traccar stores 0 for unknown. */
  readonly accuracy: number | null;
  /** JSON as stored. */
  readonly attributes: string | null;
}

/** Reads a Traccar. All lists are ordered by id. Only positions may be too many for memory. */
export interface TraccarSource {
  groups(): Promise<readonly TraccarGroup[]>;
  devices(): Promise<readonly TraccarDevice[]>;
  users(): Promise<readonly TraccarUser[]>;
  geofences(): Promise<readonly TraccarGeofence[]>;
  /** Positions of a device with a fix time of `from` (epoch milliseconds) or later, in time order, in pages. */
  positions(deviceId: number, from: number): AsyncIterable<readonly TraccarPosition[]>;
  /** How many positions of a device are older than `time`; null if the source cannot count them. */
  countBefore(deviceId: number, time: number): Promise<number | null>;
  /** Numbers of objects of kinds that cannot be imported, by kind; kinds without objects are left out. */
  countOthers(): Promise<Readonly<Record<string, number>>>;
  close(): Promise<void>;
}
