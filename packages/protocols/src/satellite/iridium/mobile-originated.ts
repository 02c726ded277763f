import { SBD_LIMITS } from '@wakeline/domain/satellite/sbd-text';

/**
 * Result of a session between a device and the gateway:
 *
 * - `completed`; `mt-too-large`: completed, but the waiting message is too long for the device; `poor-location`: completed
 * - `timeout`, `mo-too-large`, `link-lost`, `protocol-error`, `denied`: without a payload
 * - `unknown`: a number that the guide does not list
 */
export type SessionStatus =
  | 'completed'
  | 'mt-too-large'
  | 'poor-location'
  | 'timeout'
  | 'mo-too-large'
  | 'link-lost'
  | 'protocol-error'
  | 'denied'
  | 'unknown';

const STATUS_NUMBERS: readonly (readonly [number, SessionStatus])[] = [
  [0, 'completed'],
  [1, 'mt-too-large'],
  [2, 'poor-location'],
  [10, 'timeout'],
  [12, 'mo-too-large'],
  [13, 'link-lost'],
  [14, 'protocol-error'],
  [15, 'denied'],
];
const UNKNOWN_STATUS_NUMBER = 255;

/** The name of a session status (table 6-5 of the guide). */
export function sessionStatusOf(number: number): SessionStatus {
  return STATUS_NUMBERS.find(([known]) => known === number)?.[1] ?? 'unknown';
}

/** The inverse of `sessionStatusOf`. */
export function sessionStatusNumber(status: SessionStatus): number {
  return STATUS_NUMBERS.find(([, name]) => name === status)?.[0] ?? UNKNOWN_STATUS_NUMBER;
}

/** The network's estimate of where a device is. It is no position of a track: typically 10 km wide. */
export interface NetworkLocation {
  /** Degrees, WGS-84. */
  readonly latitude: number;
  readonly longitude: number;
  /** Kilometres; in 80 % of the cases the device is within. */
  readonly radius: number;
}

/** A mobile-originated (MO) message: one session of a device, by whichever way the gateway delivers it. */
export interface MobileOriginated {
  /** 15 digits. */
  readonly imei: string;
  /** Number of the session, unique in the gateway (CDR reference); null if the gateway does not pass it on. */
  readonly cdrReference: number | null;
  readonly status: SessionStatus;
  /** Sequence number of the device, 0..65535. */
  readonly momsn: number;
  /** Sequence number of the message to the device in this session; 0: none; null: not passed on. */
  readonly mtmsn: number | null;
  /** Epoch milliseconds UTC. */
  readonly sessionTime: number;
  readonly location: NetworkLocation | null;
  /** Empty for a mailbox check and for a failed session. */
  readonly payload: Uint8Array;
}

/** Bytes of the longest MO payload of any device. */
export const MAX_MO_PAYLOAD = SBD_LIMITS.fromDevice.protocol;

/** Equal for two deliveries of one session: the gateway repeats a message that was not confirmed. */
export function duplicateKey({
  imei,
  cdrReference,
  momsn,
  sessionTime,
}: Pick<MobileOriginated, 'imei' | 'cdrReference' | 'momsn' | 'sessionTime'>): string {
  return cdrReference === null ? `${imei}-${momsn}-${sessionTime}` : `${imei}-cdr-${cdrReference}`;
}

/**
 * The MTMSN of the message that the device received in a session; null: none. A failed session also has the MTMSN of the
 * message that it attempted, and that message stays in the queue.
 */
export function deliveredMtmsn({ status, mtmsn }: Pick<MobileOriginated, 'status' | 'mtmsn'>): number | null {
  const isDelivered = status === 'completed' || status === 'poor-location';
  return isDelivered && mtmsn !== null && mtmsn > 0 ? mtmsn : null;
}

const MTMSN_VALUES = 65_535;

/**
 * Whether MTMSN `a` was assigned after `b`, if less than half of the range lies between them. The counter goes from 65535
 * to 1.
 */
export function isMtmsnAfter(a: number, b: number): boolean {
  const distance = (a - b + MTMSN_VALUES) % MTMSN_VALUES;
  return distance > 0 && distance <= MTMSN_VALUES / 2;
}

/** A location, or null if the values are none on Earth. */
export function networkLocation(latitude: number, longitude: number, radius: number): NetworkLocation | null {
  const isOnEarth = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180;
  return isOnEarth && radius >= 0 && Number.isFinite(radius) ? { latitude, longitude, radius } : null;
}
