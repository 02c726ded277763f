import type { Subscription } from '@wakeline/contract/delivery/subscriptions';
import { useTranslation } from 'react-i18next';
import styles from './delivery.module.css';
import { sendsNothing, toClockTime } from './subscription-values.ts';

/** Types or rules that a row names; of more it gives the number. */
const MAX_NAMED = 3;

interface SubscriptionTextProps {
  readonly subscription: Subscription;
  readonly ruleNames: ReadonlyMap<number, string>;
}

/** Recipient and channel, what is sent, and when. */
export function SubscriptionText({ subscription, ruleNames }: SubscriptionTextProps) {
  const { t } = useTranslation('delivery');
  const { recipientName, channel, removed } = subscription;
  const what = useWhatText(subscription, ruleNames);
  const devices = useDevicesText(subscription);
  const times = useTimeTexts(subscription);
  const gone = [
    ...(removed.ruleIds.length > 0
      ? [t('subscriptions.removedRules', { count: removed.ruleIds.length })]
      : []),
    ...(removed.groupIds.length > 0
      ? [t('subscriptions.removedGroups', { count: removed.groupIds.length })]
      : []),
    ...(removed.trackerIds.length > 0
      ? [t('subscriptions.removedDevices', { count: removed.trackerIds.length })]
      : []),
  ];
  const problem = sendsNothing(subscription) ? t('subscriptions.sendsNothing') : gone.join(' · ');
  return (
    <>
      <strong title={recipientName}>
        {recipientName} · {t(`channel.${channel}`)}
      </strong>
      <span>{[what, devices].filter((text) => text !== '').join(' · ')}</span>
      {problem !== '' && <span className={styles.failed}>{problem}</span>}
      {times.length > 0 && <span>{times.join(' · ')}</span>}
    </>
  );
}

/** Types or rules; empty: only deleted rules. */
function useWhatText(
  { msgTypes, ruleIds }: Subscription,
  ruleNames: SubscriptionTextProps['ruleNames'],
): string {
  const { t } = useTranslation('delivery');
  const { t: tNotices } = useTranslation('notices');
  if (ruleIds.length > 0) {
    const names = ruleIds.flatMap((ruleId) => ruleNames.get(ruleId) ?? []);
    return names.length <= MAX_NAMED
      ? names.join(', ')
      : t('subscriptions.ruleCount', { count: names.length });
  }
  if (msgTypes.length === 0) return t('subscriptions.allTypes');
  return msgTypes.length <= MAX_NAMED
    ? msgTypes.map((type) => tNotices(`type.${type}`)).join(', ')
    : t('subscriptions.typeCount', { count: msgTypes.length });
}

/** Empty: only deleted groups or devices. */
function useDevicesText({ scope, removed }: Subscription): string {
  const { t } = useTranslation('delivery');
  if (scope.type === 'all') return t('subscriptions.scope.all');
  const [key, count] =
    scope.type === 'groups'
      ? (['groupCount', scope.groupIds.length - removed.groupIds.length] as const)
      : (['deviceCount', scope.trackerIds.length - removed.trackerIds.length] as const);
  return count === 0 ? '' : t(`subscriptions.${key}`, { count });
}

function useTimeTexts(subscription: Subscription): string[] {
  const { t } = useTranslation('delivery');
  const { quietHours, digestMinutes, escalateMinutes } = subscription;
  return [
    ...(escalateMinutes > 0 ? [t('subscriptions.escalateAfter', { count: escalateMinutes })] : []),
    ...(digestMinutes > 0 ? [t(`subscriptions.digestOf.${digestMinutes}`)] : []),
    ...(quietHours === null
      ? []
      : [
          t('subscriptions.quietSpan', {
            from: toClockTime(quietHours.from),
            to: toClockTime(quietHours.to),
          }),
        ]),
    ...(subscription.enabled ? [] : [t('subscriptions.off')]),
    ...(subscription.isConfirmed
      ? []
      : [t(subscription.isUnsubscribed ? 'subscriptions.unsubscribed' : 'subscriptions.unconfirmed')]),
  ];
}
