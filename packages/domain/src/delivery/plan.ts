import type { NoticeType } from '../notices/notice-type.ts';
import type { DeliveryChannel } from './delivery.ts';

const MINUTE = 60_000;

/** Single messages to one address in a minute; what exceeds them is collected. */
export const BURST = 5;
/** How long notices of one type are collected during a burst. */
export const BURST_WINDOW = MINUTE / 2;
/** Messages of an account in an hour on each channel; what exceeds them is collected. */
export const HOURLY_LIMITS: Readonly<Record<DeliveryChannel, number>> = {
  email: 300,
  sms: 100,
  push: 1_000,
  webhook: Number.POSITIVE_INFINITY,
};
/** How long notices are collected above the hourly limit. */
export const LIMIT_WINDOW = 30 * MINUTE;
/** Notices of one message to a program. */
export const WEBHOOK_NOTICES = 500;

/** What cannot wait. */
const URGENT_TYPES: ReadonlySet<NoticeType> = new Set(['SOS', 'EMERGENCY']);

export interface PlannedNotice {
  /** Number in the account's log. */
  readonly seq: number;
  readonly type: NoticeType;
}

export interface PlanSettings {
  readonly channel: DeliveryChannel;
  readonly digestMinutes: number;
  /** Sent only if nobody has handled the notice within these minutes; 0: at once. */
  readonly escalateMinutes: number;
}

export interface PlanContext {
  /** Epoch milliseconds. */
  readonly now: number;
  /** End of the quiet hours; null: not within them. */
  readonly quietUntil: number | null;
  /** Single messages of the last minute to this address. */
  readonly ofAddress: number;
  /** Messages of the last hour of this account on this channel. */
  readonly ofAccount: number;
}

/** A message to store. */
export interface PlannedMessage {
  /** Notices of a subscription with the same group are collected in one message until it is due; null: a single message. */
  readonly group: string | null;
  readonly dueAt: number;
  readonly notices: readonly PlannedNotice[];
}

/**
 * Decides which messages the new notices of a subscription become. People get one message for each notice, until there are
 * too many; programs get all in as few messages as possible. SOS and emergencies are delayed neither by quiet hours, a digest or limits, nor
 * by a storm of other notices.
 */
export function planMessages(
  notices: readonly PlannedNotice[],
  settings: PlanSettings,
  context: PlanContext,
): readonly PlannedMessage[] {
  if (settings.channel === 'webhook') return chunksOf(notices, context.now);
  const urgent = notices.filter(({ type }) => URGENT_TYPES.has(type));
  const others = notices.filter(({ type }) => !URGENT_TYPES.has(type));
  return [...planUrgent(urgent, settings, context), ...planOthers(others, settings, context)];
}

function planUrgent(
  notices: readonly PlannedNotice[],
  { channel, escalateMinutes }: PlanSettings,
  { now, ofAccount }: PlanContext,
): readonly PlannedMessage[] {
  const dueAt = now + escalateMinutes * MINUTE;
  const isStorm = notices.length > BURST || ofAccount + notices.length > HOURLY_LIMITS[channel];
  return isStorm ? byType(notices, dueAt + BURST_WINDOW) : single(notices, dueAt);
}

function planOthers(
  notices: readonly PlannedNotice[],
  { channel, digestMinutes, escalateMinutes }: PlanSettings,
  { now, quietUntil, ofAddress, ofAccount }: PlanContext,
): readonly PlannedMessage[] {
  if (notices.length === 0) return [];
  const dueAt = now + Math.max(escalateMinutes, digestMinutes) * MINUTE;
  if (quietUntil !== null) return [{ group: 'quiet', dueAt: Math.max(quietUntil, dueAt), notices }];
  if (digestMinutes > 0) return [{ group: 'digest', dueAt, notices }];
  const messages =
    ofAddress + notices.length <= BURST ? single(notices, dueAt) : byType(notices, dueAt + BURST_WINDOW);
  if (ofAccount + messages.length <= HOURLY_LIMITS[channel]) return messages;
  return [{ group: 'limit', dueAt: dueAt + LIMIT_WINDOW, notices }];
}

function single(notices: readonly PlannedNotice[], dueAt: number): readonly PlannedMessage[] {
  return notices.map((notice) => ({ group: null, dueAt, notices: [notice] }));
}

function byType(notices: readonly PlannedNotice[], dueAt: number): readonly PlannedMessage[] {
  const types = Map.groupBy(notices, ({ type }) => type);
  return [...types].map(([type, ofType]) => ({ group: type, dueAt, notices: ofType }));
}

function chunksOf(notices: readonly PlannedNotice[], now: number): readonly PlannedMessage[] {
  return Array.from({ length: Math.ceil(notices.length / WEBHOOK_NOTICES) }, (_, at) => ({
    group: null,
    dueAt: now,
    notices: notices.slice(at * WEBHOOK_NOTICES, (at + 1) * WEBHOOK_NOTICES),
  }));
}
