import { IconPlus } from '@tabler/icons-react';
import type { Subscription } from '@wakeline/contract/delivery/subscriptions';
import type { Rule } from '@wakeline/contract/notices/rules';
import { Button, Drawer } from 'antd';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import listStyles from '../../parts/settings/record-list.module.css';

interface RuleRecipientsProps {
  /** Null: closed. */
  readonly rule: Rule | null;
  /** The subscriptions that send its notices. */
  readonly subscriptions: readonly Subscription[];
  readonly onClose: () => void;
}

/** Who gets the notices of a rule outside the console, with the way to change that. */
export function RuleRecipients({ rule, subscriptions, onClose }: RuleRecipientsProps) {
  const { t } = useTranslation('rules');
  const navigate = useNavigate();
  // Keeps the last content visible while the drawer closes.
  const last = useRef<{ readonly rule: Rule | null; readonly subscriptions: readonly Subscription[] }>({
    rule,
    subscriptions,
  });
  if (rule !== null) last.current = { rule, subscriptions };
  const displayed = last.current;
  const open = (search: string) => navigate(`/systemSet?tab=delivery${search}`);
  return (
    <Drawer
      open={rule !== null}
      onClose={onClose}
      title={t('recipients.title', { name: displayed.rule?.ruleName })}
      size={400}
      footer={<Button onClick={() => open('')}>{t('recipients.manage')}</Button>}
    >
      {displayed.subscriptions.length === 0 ? (
        <p className={listStyles.empty}>{t('recipients.none')}</p>
      ) : (
        <ul className={listStyles.list} aria-label={t('column.recipients')}>
          {displayed.subscriptions.map((subscription) => (
            <li key={subscription.subscriptionId}>
              <RecipientText subscription={subscription} />
            </li>
          ))}
        </ul>
      )}
      <p>
        <Button
          type="primary"
          icon={<IconPlus size={16} />}
          onClick={() => open(`&rule=${displayed.rule?.ruleId}`)}
        >
          {t('recipients.add')}
        </Button>
      </p>
    </Drawer>
  );
}

/** A recipient with channel, and why they get the notices of the rule, or not at present. */
function RecipientText({ subscription }: { readonly subscription: Subscription }) {
  const { t } = useTranslation('rules');
  const { t: tDelivery } = useTranslation('delivery');
  const { recipientName, channel, msgTypes, ruleIds, scope, enabled, isConfirmed, isUnsubscribed } =
    subscription;
  const why = ruleIds.length > 0 ? 'byRule' : msgTypes.length > 0 ? 'byType' : 'byAll';
  const details = [
    t(`recipients.${why}`),
    ...(scope.type === 'all' ? [] : [tDelivery(`subscriptions.scope.${scope.type}`)]),
    ...(enabled ? [] : [tDelivery('subscriptions.off')]),
    ...(isConfirmed
      ? []
      : [tDelivery(isUnsubscribed ? 'subscriptions.unsubscribed' : 'subscriptions.unconfirmed')]),
  ];
  return (
    <div className={listStyles.text}>
      <strong title={recipientName}>
        {recipientName} · {tDelivery(`channel.${channel}`)}
      </strong>
      <span>{details.join(' · ')}</span>
    </div>
  );
}
