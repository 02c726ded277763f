import type { WatchedFence } from '../fences/fence-index.ts';
import type { NoticeType } from '../notices/notice-type.ts';
import type { TrackerStatus } from './tracker-status.ts';

/** Where a tracker was last seen: the newest place that its receiver called valid. */
export interface TrackerPosition {
  /** Epoch milliseconds, by the device. */
  readonly time: number;
  readonly latitude: number;
  readonly longitude: number;
  readonly altitude: number | null;
  readonly speed: number | null;
  readonly course: number | null;
  readonly accuracy: number | null;
}

/** Beyond the edge of a fence, but not for long or far enough to count. */
export interface FenceCrossing {
  /** When and where the edge was crossed: epoch milliseconds by the device, degrees. */
  readonly time: number;
  readonly latitude: number;
  readonly longitude: number;
  /** Time of the first fix beyond it. */
  readonly seenAt: number;
}

/** A fence that a tracker is in, or beyond whose edge it is. */
export interface FenceMemory {
  readonly fenceId: number;
  /** Which shape of the fence this is about. */
  readonly shapedAt: number;
  /** What last counted. */
  readonly inside: boolean;
  readonly crossing: FenceCrossing | null;
}

/** What the rules remember from one report to the next. Plain data, stored as JSON. */
export interface TrackerMemory {
  readonly moving: boolean;
  /** The place up to which the way is counted, and from which the next movement is judged. */
  readonly anchor: { readonly time: number; readonly latitude: number; readonly longitude: number } | null;
  /** Since when a moving tracker has been slow, by the device. */
  readonly slowSince: number | null;
  /** Nothing was heard of it for so long that it counts as offline. */
  readonly silent: boolean;
  /** `since` and `last` are by the device, `openedAt` by our clock; states from before that was kept have none. */
  readonly sos: { readonly since: number; readonly last: number; readonly openedAt?: number } | null;
  /**
   * A person ended an SOS: up to when reports of the device are about that one, by the device, and whether its reports have gone on saying
   * SOS since. Left out where nobody did.
   */
  readonly sosLift?: { readonly upTo: number; readonly goesOn: boolean };
  readonly lowBattery: boolean;
  /** When each alarm was last on, by the device; an episode that is over is not in it. */
  readonly alarms: Readonly<Partial<Record<NoticeType, number>>>;
  /** Time of the newest report, with a place or without. */
  readonly reportedAt: number | null;
  /** Whether it moved by the last RUNNING or STOP notice, and since when that is otherwise, by the device. Left out where nobody wants these. */
  readonly statusNotified?: { readonly moving: boolean; readonly since: number | null };
  /** Left out where there is none: most trackers are in no fence. */
  readonly fences?: readonly FenceMemory[];
}

/** The latest state of a tracker. */
export interface TrackerState {
  readonly position: TrackerPosition | null;
  /** Percent. */
  readonly battery: number | null;
  /** Percent. */
  readonly gsm: number | null;
  readonly satellites: number | null;
  /** Metres travelled since it was first heard of. */
  readonly mileage: number;
  /** Epoch milliseconds of our clock when the device was last heard. */
  readonly lastSeenAt: number | null;
  readonly status: TrackerStatus;
  /** When this status began: by the device, except OFFLINE, which begins with the silence. */
  readonly statusSince: number | null;
  readonly memory: TrackerMemory;
}

export const NEVER_REPORTED: TrackerState = {
  position: null,
  battery: null,
  gsm: null,
  satellites: null,
  mileage: 0,
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

/** Something that the people who watch a tracker are told. */
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
  readonly fence?: Pick<WatchedFence, 'fenceId' | 'fenceName' | 'groupId'>;
}

/** SOS goes before everything, then silence, then movement. */
export function statusOf(memory: Pick<TrackerMemory, 'sos' | 'silent' | 'moving'>): TrackerStatus {
  if (memory.sos !== null) return 'SOS';
  if (memory.silent) return 'OFFLINE';
  return memory.moving ? 'RUNNING' : 'STOP';
}
