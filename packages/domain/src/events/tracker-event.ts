import { NOTICE_NUMBERS, type NoticeType } from '../notices/notice-type.ts';
import { TASK_CONDITIONS } from '../rules/watch-task.ts';

/**
 * Kinds of events, in listing order. Each edge is a kind of its own: an entry and an exit of one moment differ by their kind.
 * The number is in the key of a stored event: it never changes and is never reused.
 */
export const EVENT_NUMBERS = {
  'fence-entered': 0,
  'fence-exited': 1,
  alarm: 2,
  'sos-cleared': 3,
  'movement-started': 4,
  'movement-stopped': 5,
  'ignition-on': 6,
  'ignition-off': 7,
  offline: 8,
  online: 9,
  'battery-low': 10,
  rule: 11,
  task: 12,
  'take-off': 13,
  landing: 14,
  'touch-and-go': 15,
} as const;

export type EventKind = keyof typeof EVENT_NUMBERS;

export const EVENT_KINDS = Object.keys(EVENT_NUMBERS) as [EventKind, ...EventKind[]];

/** Where and when something happened to a tracker. */
interface EventMoment {
  /** Epoch milliseconds: by the device clock; of `offline`, `online` and a user's `sos-cleared`, by the server clock. */
  readonly time: number;
  /** Null: the tracker has no position yet. */
  readonly latitude: number | null;
  readonly longitude: number | null;
}

/** A fence, with its name and its group at that time, so that the event stays readable when the fence is gone. */
export interface EventFence {
  readonly fenceId: number;
  readonly fenceName: string;
  readonly groupId: number | null;
}

/**
 * What began or ended for a tracker. `since` is when the state began that ends with the event, epoch milliseconds, so that one
 * row describes an episode; null: it is not known.
 */
export type EventDetails =
  | { readonly kind: 'fence-entered'; readonly fence: EventFence }
  | { readonly kind: 'fence-exited'; readonly fence: EventFence; readonly since: number | null }
  /** The start of an episode of an alarm of the device. */
  | { readonly kind: 'alarm'; readonly noticeType: NoticeType }
  | { readonly kind: 'sos-cleared'; readonly since: number }
  | { readonly kind: 'movement-started'; readonly since: number }
  /** `metres` is the length of the trip that ends. */
  | { readonly kind: 'movement-stopped'; readonly since: number; readonly metres: number }
  | { readonly kind: 'ignition-on' | 'ignition-off'; readonly since: number }
  /** Of a plane. */
  | { readonly kind: 'take-off' | 'touch-and-go' }
  /** `since` is the take-off, or the first fix of an aircraft that was already flying; `metres` is the distance flown. */
  | { readonly kind: 'landing'; readonly since: number; readonly metres: number }
  /** `since` is the last message before. */
  | { readonly kind: 'offline' | 'online'; readonly since: number | null }
  /** Percent; null: the device reports only that it is low. */
  | { readonly kind: 'battery-low'; readonly battery: number | null }
  /** A rule of the account applied. `value` is what it measured, in the unit of the rule. */
  | {
      readonly kind: 'rule';
      readonly ruleId: number;
      readonly noticeType: NoticeType;
      readonly value: number | null;
    }
  /** A condition of a task was met, by its number in the task. `value` and `limit` are in its unit. */
  | {
      readonly kind: 'task';
      readonly taskId: number;
      readonly condition: number;
      readonly noticeType: NoticeType;
      readonly value: number | null;
      readonly limit: number | null;
    };

export type TrackerEvent = EventMoment & EventDetails;

/** The key of an event of a tracker. `ref` distinguishes events of one kind and time. */
export interface EventKey {
  readonly time: number;
  readonly kind: EventKind;
  readonly ref: number;
}

export function eventKeyOf(event: TrackerEvent): EventKey {
  return { time: event.time, kind: event.kind, ref: refOf(event) };
}

function refOf(event: TrackerEvent): number {
  switch (event.kind) {
    case 'fence-entered':
    case 'fence-exited':
      return event.fence.fenceId;
    case 'alarm':
      return NOTICE_NUMBERS[event.noticeType];
    case 'rule':
      return event.ruleId;
    case 'task':
      return event.taskId * TASK_CONDITIONS.count + event.condition;
    default:
      return 0;
  }
}
