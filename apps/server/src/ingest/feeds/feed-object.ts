import { ALTITUDE_KINDS } from '@wakeline/domain/aviation/altitude-kind';
import { type AircraftEmergency, isCompatible, isSameEmergency } from '@wakeline/domain/aviation/emergency';
import { greatCircleDistance } from '@wakeline/domain/geo/great-circle';
import type { AttributeValue, Fix, Report } from '@wakeline/domain/reports/report';
import type {
  FeedMessage,
  FeedMotion,
  FeedObjectKind,
  FeedPosition,
} from '@wakeline/protocols/feeds/feed-message';
import { JUMP_CONFIRMATIONS, MAX_SPEEDS } from './feed-settings.ts';

/** Metres that two positions may be apart besides what the speed allows: times are exact to a second only. */
const POSITION_SLACK = 500;

/** Milliseconds after the last pressure altitude in which a geometric one is not used. */
const PRESSURE_ALTITUDE_MS = 10 * 60_000;

/** Of a message that says no more than that there is one. */
const UNSPECIFIED_EMERGENCY: AircraftEmergency = { kind: 'general', squawk: null };

interface TimedPosition {
  readonly position: FeedPosition;
  /** Epoch milliseconds. */
  readonly time: number;
}

/** What the messages about one object add up to. */
export class FeedObject {
  readonly objectId: string;
  kind: FeedObjectKind;
  feedId: number;
  /** Epoch milliseconds. */
  lastSeen = 0;
  lastReport = Number.NEGATIVE_INFINITY;
  position: FeedPosition | null = null;
  positionTime = 0;
  motion: FeedMotion = {};
  details: Record<string, AttributeValue> = {};
  distress = false;
  #dynamics: Record<string, AttributeValue> = {};
  #reportedDetails: Record<string, AttributeValue> = {};
  /** The emergency of an aircraft that enough messages agree on. */
  emergency: AircraftEmergency | null = null;
  #distressMessages = 0;
  #nextEmergency: { readonly emergency: AircraftEmergency | null; readonly messages: number } | null = null;
  #elsewhere: (TimedPosition & { readonly count: number }) | null = null;
  #pressureAltitudeTime = Number.NEGATIVE_INFINITY;
  /** Epoch milliseconds: the newest time of a report. */
  #lastReportTime = Number.NEGATIVE_INFINITY;
  /** A position that no report contains yet. */
  #hasNewPosition = false;
  /** Whether a report has what `emergency` has. It does not wait for a position. */
  #isEmergencyReported = true;
  /** Something happened that must be reported at once. */
  #isUrgent = false;

  constructor(message: FeedMessage, feedId: number) {
    this.objectId = message.objectId;
    this.kind = message.kind;
    this.feedId = feedId;
  }

  /** Applies a message. Returns false if its position is too far away from the last one; nothing is applied then. */
  apply(message: FeedMessage, time: number, receivedAt: number, distressConfirmations: number): boolean {
    const { position, kind } = message;
    if (position !== null && !this.#accepts(position, time)) return false;
    this.lastSeen = receivedAt;
    // Type 24 of a search and rescue aircraft says nothing about what it is.
    if (kind !== 'vessel') this.kind = kind;
    this.details = { ...this.details, ...message.details };
    this.#applyDistress(message.distress, distressConfirmations);
    if (message.emergency !== undefined) this.#applyEmergency(message.emergency, distressConfirmations);
    // A message that was overtaken says how the object moved before.
    if (position !== null && time < this.positionTime) return true;
    this.#applyMotion(message.motion, time);
    const before = this.#dynamics;
    this.#dynamics = { ...before, ...message.dynamics };
    if (before.navigationStatus !== this.#dynamics.navigationStatus) this.#isUrgent = true;
    if (position !== null) {
      this.position = position;
      this.positionTime = time;
      this.#hasNewPosition = true;
    }
    return true;
  }

  /** Heights of a track are of one kind: a geometric altitude counts only while there is no pressure altitude. */
  #applyMotion(motion: FeedMotion, time: number): void {
    const { altitude, altitudeKind, ...others } = motion;
    const isPressure = altitudeKind === ALTITUDE_KINDS.pressure;
    if (isPressure) this.#pressureAltitudeTime = time;
    const isOtherKind =
      altitudeKind === ALTITUDE_KINDS.ellipsoid && time - this.#pressureAltitudeTime < PRESSURE_ALTITUDE_MS;
    this.motion = isOtherKind ? { ...this.motion, ...others, altitude: null } : { ...this.motion, ...motion };
  }

  #applyDistress(distress: boolean | null, confirmations: number): void {
    if (distress === null) return;
    this.#distressMessages = distress ? this.#distressMessages + 1 : 0;
    const isInDistress = this.#distressMessages >= confirmations;
    if (isInDistress !== this.distress) this.#isUrgent = true;
    this.distress = isInDistress;
  }

  /** An emergency, another one and its end count when messages in a row agree: a single one may be garbled. */
  #applyEmergency(reported: NonNullable<FeedMessage['emergency']> | null, confirmations: number): void {
    const next = this.#nextEmergency;
    const emergency =
      reported === 'unspecified' ? (next?.emergency ?? this.emergency ?? UNSPECIFIED_EMERGENCY) : reported;
    if (isSameEmergency(emergency, this.emergency)) {
      this.#nextEmergency = null;
      return;
    }
    // Receivers of one aircraft know more or less of it.
    const messages = next !== null && isCompatible(next.emergency, emergency) ? next.messages + 1 : 1;
    this.#nextEmergency = { emergency, messages };
    if (messages < confirmations) return;
    this.emergency = emergency;
    this.#nextEmergency = null;
    this.#isUrgent = true;
    this.#isEmergencyReported = false;
  }

  /** A single wrong position is dropped. An object that is really elsewhere sends several plausible ones from there. */
  #accepts(position: FeedPosition, time: number): boolean {
    if (
      this.position === null ||
      isReachable({ position: this.position, time: this.positionTime }, position, time, this.kind)
    ) {
      this.#elsewhere = null;
      return true;
    }
    const elsewhere = this.#elsewhere;
    const continues = elsewhere !== null && isReachable(elsewhere, position, time, this.kind);
    const count = continues ? elsewhere.count + 1 : 1;
    this.#elsewhere = { position, time, count };
    if (count < JUMP_CONFIRMATIONS) return false;
    this.#elsewhere = null;
    this.positionTime = 0;
    return true;
  }

  /** The next report for the history; null: nothing new, or the last one is not old enough. */
  takeReport(now: number, interval: number): Report | null {
    // The pipeline takes a report of the same time as the last one as late, and drops its alarms.
    const isOlder = this.positionTime <= this.#lastReportTime && !this.#isEmergencyReported;
    const position = this.#hasNewPosition && !isOlder ? this.position : null;
    if (position === null && this.#isEmergencyReported) return null;
    if (now - this.lastReport < interval && !this.#isUrgent) return null;
    this.lastReport = now;
    if (position !== null) this.#hasNewPosition = false;
    this.#isUrgent = false;
    this.#isEmergencyReported = true;
    const changed = Object.entries(this.details).filter(
      ([name, value]) => this.#reportedDetails[name] !== value,
    );
    this.#reportedDetails = { ...this.details };
    const time = position === null ? Math.max(now, this.#lastReportTime + 1) : this.positionTime;
    this.#lastReportTime = Math.max(time, this.#lastReportTime);
    return {
      time,
      fix: position === null ? null : this.#fixAt(position),
      battery: null,
      gsm: null,
      satellites: null,
      alarms: [
        ...(this.distress ? (['SOS'] as const) : []),
        ...(this.emergency ? (['EMERGENCY'] as const) : []),
      ],
      attributes: { ...this.#dynamics, ...this.#emergencyAttributes(), ...Object.fromEntries(changed) },
    };
  }

  #fixAt({ latitude, longitude, valid, accuracy }: FeedPosition): Fix {
    const { altitude = null, altitudeKind, speed = null, course = null } = this.motion;
    const kind = altitude === null || altitudeKind === undefined ? undefined : { altitudeKind };
    return { latitude, longitude, altitude, ...kind, speed, course, accuracy: accuracy ?? null, valid };
  }

  /** A squawk that is not confirmed must not name another emergency than the confirmed one. */
  #emergencyAttributes(): Readonly<Record<string, AttributeValue>> {
    if (this.emergency === null) return {};
    const { kind, squawk } = this.emergency;
    return { emergency: kind, ...(squawk !== null && { squawk }) };
  }
}

function isReachable(from: TimedPosition, to: FeedPosition, time: number, kind: FeedObjectKind): boolean {
  const hours = Math.abs(time - from.time) / 3_600_000;
  const kmh = kind === 'aircraft' ? MAX_SPEEDS.air : MAX_SPEEDS.surface;
  return greatCircleDistance(from.position, to) <= kmh * hours * 1_000 + POSITION_SLACK;
}
