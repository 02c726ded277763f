import type { AltitudeKind } from '@wakeline/domain/aviation/altitude-kind';
import type { AircraftEmergency } from '@wakeline/domain/aviation/emergency';
import type { AttributeValue } from '@wakeline/domain/reports/report';

/** What an object of a feed is, for its marker on the map. */
export type FeedObjectKind = 'vessel' | 'aircraft' | 'aid' | 'station' | 'distress';

/** A position in a message of a feed, WGS-84, in range: the decoders drop everything else. */
export interface FeedPosition {
  /** Degrees north. */
  readonly latitude: number;
  /** Degrees east. */
  readonly longitude: number;
  /** Metres; omitted: not known. */
  readonly accuracy?: number;
  /** False if the sender reports that its positioning system does not work. */
  readonly valid: boolean;
}

/** Values of the movement. A missing one is not part of the message; null: the sender does not know it. */
export interface FeedMotion {
  /** Metres. */
  readonly altitude?: number | null;
  /** Kind of this altitude; omitted: above mean sea level. */
  readonly altitudeKind?: AltitudeKind;
  /** Speed over ground, km/h. */
  readonly speed?: number | null;
  /** Course over ground, degrees clockwise from true north, 0 <= course < 360. */
  readonly course?: number | null;
}

/** One decoded message about one object. A feed carries messages of many objects on one connection. */
export interface FeedMessage {
  /** Number of the object as a device number: `mmsi-211378120`, `icao-3c6444`. */
  readonly objectId: string;
  readonly kind: FeedObjectKind;
  readonly position: FeedPosition | null;
  readonly motion: FeedMotion;
  /** Epoch milliseconds of the position, if the message or its envelope has a complete time; null: time of receipt. */
  readonly time: number | null;
  /** The UTC second of the position, 0..59, which is all that most AIS messages contain; null: not sent. */
  readonly second: number | null;
  /** Values that change rarely: name, call sign, type, size, destination. */
  readonly details: Readonly<Record<string, AttributeValue>>;
  /** Values of this moment besides the position: heading, rate of turn, navigation status, squawk. */
  readonly dynamics: Readonly<Record<string, AttributeValue>>;
  /**
   * Of an aircraft: the emergency that it reports; null: none; `unspecified`: one, but the message does not say which. Omitted if the
   * message does not contain it.
   */
  readonly emergency?: AircraftEmergency | 'unspecified' | null;
  /** Whether a vessel or transmitter reports distress; null: the message does not contain it. */
  readonly distress: boolean | null;
}

/** Why a line or document of a feed has no messages. */
export type FeedError =
  | 'checksum'
  | 'malformed'
  | 'unsupported'
  | 'incomplete'
  | 'oversize'
  /** An address that no real object has: MMSI 0, 123456789, ICAO 000000. */
  | 'address';

export type FeedEvent =
  | { readonly type: 'message'; readonly message: FeedMessage; readonly key: string }
  | { readonly type: 'error'; readonly error: FeedError };

/** Decodes the bytes of one connection. Never throws. */
export interface FeedReader {
  /** `now`: epoch milliseconds, for timeouts of messages in several parts. */
  receive(bytes: Uint8Array, now: number): readonly FeedEvent[];
}
