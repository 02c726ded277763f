import type { ActivityMemory } from '../activity/activity-memory.ts';
import type { AltitudeKind } from '../aviation/altitude-kind.ts';
import type { AircraftEmergency } from '../aviation/emergency.ts';
import type { LineDeviation } from '../aviation/line-watch.ts';
import type { PlaneMemory } from '../aviation/plane-memory.ts';
import type { EventFence, EventKey } from '../events/tracker-event.ts';
import type { VisitMemory } from '../fences/visit.ts';
import type { NoticeType } from '../notices/notice-type.ts';
import type { DeviceOverspeed } from '../overspeed/apply-device-overspeed.ts';
import type { RulesMemory } from '../rules/rule-memory.ts';
import type { TaskConditionType } from '../rules/watch-task.ts';
import type { TrackerStatus } from './tracker-status.ts';

/** The last known position of a tracker: its newest valid fix. */
export interface TrackerPosition {
  /** Epoch milliseconds by the device clock. */
  readonly time: number;
  readonly latitude: number;
  readonly longitude: number;
  readonly altitude: number | null;
  /** Number of `ALTITUDE_KINDS`; omitted: above mean sea level. */
  readonly altitudeKind?: AltitudeKind;
  readonly speed: number | null;
  readonly course: number | null;
  readonly accuracy: number | null;
}

/** A pending crossing: the tracker is beyond the edge of a fence, but not for long or far enough to count. */
export interface FenceCrossing {
  /** Time and position at the edge: epoch milliseconds by the device clock, degrees. */
  readonly time: number;
  readonly latitude: number;
  readonly longitude: number;
  /** Time of the first fix beyond the edge. */
  readonly seenAt: number;
  /** Metres of the device at the edge. Omitted in older stored states. */
  readonly mileage?: number;
}

/** State of a fence that a tracker is in, or has a pending crossing of. */
export interface FenceMemory {
  readonly fenceId: number;
  /** The version of the fence's shape. */
  readonly shapedAt: number;
  /** Inside or outside, as last counted. */
  readonly inside: boolean;
  readonly crossing: FenceCrossing | null;
  /** Device time of the counted entry; omitted outside, and if it was inside when the fence started to apply. */
  readonly enteredAt?: number;
  /** Omitted outside, and in older stored states. */
  readonly visit?: VisitMemory;
}

/** See `TrackerMemory.emergency`. */
export interface EmergencyMemory {
  readonly details: AircraftEmergency | null;
  readonly since: number;
  readonly ended: boolean;
}

/** What the rules need from one report to the next. Plain data, stored as JSON. */
export interface TrackerMemory {
  readonly moving: boolean;
  /** The position up to which the distance is counted, and from which the next movement is evaluated. */
  readonly anchor: { readonly time: number; readonly latitude: number; readonly longitude: number } | null;
  /** The device time since which a moving tracker has been slow. */
  readonly slowSince: number | null;
  /** Whether it has been inactive for so long that it counts as offline. */
  readonly silent: boolean;
  /** It was offline since it moved: it counts as stationary until a fix shows that it moves. Omitted: no. */
  readonly unconfirmed?: true;
  /** `since` and `last` are device times, `openedAt` is server time; older stored states do not have it. */
  readonly sos: { readonly since: number; readonly last: number; readonly openedAt?: number } | null;
  /**
   * Set when a user cleared an SOS: the device time up to which reports belong to that SOS, and whether all reports since still
   * contain SOS.
   */
  readonly sosLift?: { readonly upTo: number; readonly goesOn: boolean };
  readonly lowBattery: boolean;
  /** Device time at which each alarm was last active; ended episodes are not included. */
  readonly alarms: Readonly<Partial<Record<NoticeType, number>>>;
  /**
   * The emergency of an aircraft and the device time since which it is so, until its alarm has ended. `ended`: reports since say
   * that it is over. Details are null if the device says no more than that there is one.
   */
  readonly emergency?: EmergencyMemory;
  /** Device time of the newest report, with or without a fix. */
  readonly reportedAt: number | null;
  /**
   * The trip or stay: device time and mileage (whole metres) at its start, and a change that has not lasted long enough to count.
   * Omitted before the first position, and in older stored states.
   */
  readonly travel?: {
    readonly moving: boolean;
    readonly since: number;
    readonly mileage: number;
    readonly change?: {
      readonly time: number;
      readonly latitude: number;
      readonly longitude: number;
      readonly mileage: number;
    };
  };
  /** Only in states of older versions, in place of `travel`: whether the last RUNNING or STOP notice was RUNNING. */
  readonly statusNotified?: { readonly moving: boolean };
  /** The ignition, and the device time since which it is so. Omitted if it was never reported. */
  readonly ignition?: { readonly on: boolean; readonly since: number };
  /** Omitted if there are none: most trackers are in no fence. */
  readonly fences?: readonly FenceMemory[];
  /** What the rules of the account keep. Omitted if nothing. */
  readonly rules?: RulesMemory;
  /** The overspeed that it reports itself. */
  readonly overspeed?: DeviceOverspeed;
  /** The trip or stop that it is in. Omitted before the first position, and in older stored states. */
  readonly activity?: ActivityMemory;
  /** Of a tracker that a plane carries. */
  readonly plane?: PlaneMemory;
}

/** The latest state of a tracker. */
export interface TrackerState {
  readonly position: TrackerPosition | null;
  /** Percent. */
  readonly battery: number | null;
  /** Percent. */
  readonly gsm: number | null;
  readonly satellites: number | null;
  /** Metres travelled since its first report. */
  readonly mileage: number;
  /** Epoch milliseconds by the server clock of the first report that was accepted. */
  readonly activatedAt: number | null;
  /** Epoch milliseconds by the server clock of the last message of the device. */
  readonly lastSeenAt: number | null;
  readonly status: TrackerStatus;
  /** When this status started, by the device clock. OFFLINE starts with the last message. */
  readonly statusSince: number | null;
  readonly memory: TrackerMemory;
}

export const NEVER_REPORTED: TrackerState = {
  position: null,
  battery: null,
  gsm: null,
  satellites: null,
  mileage: 0,
  activatedAt: null,
  lastSeenAt: null,
  status: 'OFFLINE',
  statusSince: null,
  memory: {
    moving: false,
    anchor: null,
    slowSince: null,
    silent: true,
    sos: null,
    lowBattery: false,
    alarms: {},
    reportedAt: null,
  },
};

/** Of a plane in flight: it sends no positions, or does again. `since`: when its last one arrived before. */
export interface Reporting {
  readonly kind: 'silent' | 'back';
  /** Epoch milliseconds by the server clock. */
  readonly since: number;
}

/** Why a condition of a task made a notice. */
export interface TaskEvidence {
  readonly taskId: number;
  readonly taskName: string;
  /** Number of the condition in the task. */
  readonly condition: number;
  readonly type: TaskConditionType;
  /** In the unit of the condition; null: it has no limit, or measures nothing. */
  readonly limit: number | null;
  readonly value: number | null;
  /** The last position at that time. */
  readonly fix: TrackerPosition | null;
  /** From the line of the task. */
  readonly deviation?: LineDeviation;
  readonly reporting?: Reporting;
}

/** What the users of a tracker are notified of. */
export interface TrackerNotice {
  readonly noticeType: NoticeType;
  /** Epoch milliseconds of the report that caused it. */
  readonly time: number;
  readonly latitude: number | null;
  readonly longitude: number | null;
  /** Percent, for LOWPOWER. */
  readonly battery: number | null;
  /** km/h. */
  readonly speed: number | null;
  /** For IN and OUT: the fence, with its name and its group at that time. */
  readonly fence?: EventFence;
  /** The rule that made it, with what it measured in the unit of its type. */
  readonly rule?: { readonly ruleId: number; readonly ruleName: string; readonly value: number | null };
  /** The task that made it. */
  readonly task?: TaskEvidence;
  /** For EMERGENCY, if the device says which one. */
  readonly emergency?: AircraftEmergency;
  /** The event that caused it; omitted in notices of older versions, and of what is no event. */
  readonly event?: EventKey;
}

/** SOS takes precedence over OFFLINE, and OFFLINE over movement. */
export function statusOf(
  memory: Pick<TrackerMemory, 'sos' | 'silent' | 'moving' | 'unconfirmed'>,
): TrackerStatus {
  if (memory.sos !== null) return 'SOS';
  if (memory.silent) return 'OFFLINE';
  return memory.moving && memory.unconfirmed !== true ? 'RUNNING' : 'STOP';
}
