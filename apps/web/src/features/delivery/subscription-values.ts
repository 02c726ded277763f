import type { Subscription, SubscriptionForm } from '@wakeline/contract/delivery/subscriptions';
import type { NoticeType } from '@wakeline/domain/notices/notice-type';
import { type ScopeValues, toScope, toScopeValues } from './scope-values.ts';

/** Fields of the form. Those that do not apply keep their values while the user changes others. */
export interface SubscriptionFields extends ScopeValues {
  readonly recipientId: number | null;
  readonly channel: SubscriptionForm['channel'] | null;
  readonly what: 'all' | 'types' | 'rules';
  readonly msgTypes: NoticeType[];
  readonly ruleIds: number[];
  readonly quiet: boolean;
  /** `HH:mm` */
  readonly quietFrom: string;
  readonly quietTo: string;
  readonly digestMinutes: SubscriptionForm['digestMinutes'];
  readonly escalateMinutes: number | null;
  readonly enabled: boolean;
}

const NIGHT = { from: 22 * 60, to: 7 * 60 };

/**
 * The fields of a subscription, or (null) of a new one.
 *
 * @param ruleId of a new one: the rule for which it is added
 */
export function toSubscriptionFields(
  subscription: Subscription | null,
  ruleId: number | null = null,
): SubscriptionFields {
  const msgTypes = subscription?.msgTypes ?? [];
  const ruleIds = subscription?.ruleIds ?? (ruleId === null ? [] : [ruleId]);
  const { from, to } = subscription?.quietHours ?? NIGHT;
  return {
    recipientId: subscription?.recipientId ?? null,
    channel: subscription?.channel ?? null,
    what: ruleIds.length > 0 ? 'rules' : msgTypes.length > 0 ? 'types' : 'all',
    msgTypes,
    ruleIds,
    ...toScopeValues(subscription?.scope ?? { type: 'all' }),
    quiet: subscription?.quietHours != null,
    quietFrom: toClockTime(from),
    quietTo: toClockTime(to),
    digestMinutes: subscription?.digestMinutes ?? 0,
    escalateMinutes: subscription?.escalateMinutes ?? 0,
    enabled: subscription?.enabled ?? true,
  };
}

/** The form of the contract. Required fields have been checked; a webhook has no times. */
export function toSubscriptionForm(fields: SubscriptionFields): SubscriptionForm {
  const { recipientId, channel, what, quiet, quietFrom, quietTo } = fields;
  const isWebhook = channel === 'webhook';
  return {
    recipientId: recipientId ?? 0,
    channel: channel ?? 'email',
    msgTypes: what === 'types' ? fields.msgTypes : [],
    ruleIds: what === 'rules' ? fields.ruleIds : [],
    scope: toScope(fields),
    quietHours: quiet && !isWebhook ? { from: toMinute(quietFrom), to: toMinute(quietTo) } : null,
    digestMinutes: isWebhook ? 0 : fields.digestMinutes,
    escalateMinutes: isWebhook ? 0 : (fields.escalateMinutes ?? 0),
    enabled: fields.enabled,
  };
}

/** Whether everything that a subscription names was deleted. */
export function sendsNothing({ ruleIds, scope, removed }: Subscription): boolean {
  const isGone = (ids: readonly number[], gone: readonly number[]) =>
    ids.length > 0 && gone.length === ids.length;
  if (isGone(ruleIds, removed.ruleIds)) return true;
  if (scope.type === 'groups') return isGone(scope.groupIds, removed.groupIds);
  return scope.type === 'trackers' && isGone(scope.trackerIds, removed.trackerIds);
}

/** `HH:mm` of a minute of the day. */
export function toClockTime(minute: number): string {
  return `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
}

function toMinute(clockTime: string): number {
  const [hours = 0, minutes = 0] = clockTime.split(':').map(Number);
  return hours * 60 + minutes;
}
