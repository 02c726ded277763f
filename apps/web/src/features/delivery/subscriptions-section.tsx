import { IconPlus } from '@tabler/icons-react';
import type { Subscription } from '@wakeline/contract/delivery/subscriptions';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSubscriptions } from '../../parts/delivery/use-subscriptions.ts';
import { RecordActions } from '../../parts/records/record-actions.tsx';
import { useConfirm } from '../../parts/records/use-confirm.ts';
import { QueryContent } from '../../parts/settings/query-content.tsx';
import { SettingsSection } from '../../parts/settings/setting.tsx';
import { useSearchParams } from '../../ui/search-params.ts';
import { PagedList } from './paged-list.tsx';
import { SubscriptionFormDrawer, type SubscriptionSubject } from './subscription-form.tsx';
import { SubscriptionText } from './subscription-text.tsx';
import { useDeliveryChange, useRecipients } from './use-delivery.ts';

/** Which notices are sent to whom, in the order of escalation. */
export function SubscriptionsSection() {
  const { t } = useTranslation('delivery');
  const confirm = useConfirm();
  const query = useSubscriptions();
  const recipients = useRecipients().data;
  const remove = useDeliveryChange('removeSubscription');
  const [subject, setSubject] = useState<SubscriptionSubject | null>(null);
  const hasRecipients = (recipients?.total ?? 0) > 0;
  const [search, setSearch] = useSearchParams();
  /** From the page of rules: the rule for which a recipient is added. */
  const ruleId = Number(search.get('rule')) || null;
  const adding: SubscriptionSubject | null =
    ruleId !== null && hasRecipients && query.data !== undefined ? { kind: 'add', ruleId } : null;

  function close(): void {
    setSubject(null);
    if (ruleId === null) return;
    setSearch(
      (last) => {
        const next = new URLSearchParams(last);
        next.delete('rule');
        return next;
      },
      { replace: true },
    );
  }

  function confirmRemoval({ subscriptionId, recipientName: name }: Subscription): void {
    confirm(
      {
        title: t('subscriptions.removeTitle', { name }),
        content: t('subscriptions.removeText'),
        okText: t('subscriptions.remove'),
        successText: t('subscriptions.removed', { name }),
      },
      () => remove.mutateAsync({ subscriptionId }),
    );
  }

  return (
    <SettingsSection
      title={t('subscriptions.title')}
      action={
        <Button
          size="small"
          icon={<IconPlus size={14} />}
          disabled={!hasRecipients}
          onClick={() => setSubject({ kind: 'add', ruleId: null })}
        >
          {t('subscriptions.add')}
        </Button>
      }
    >
      <QueryContent query={query}>
        {({ list, rules }) => (
          <PagedList<Subscription>
            label={t('subscriptions.title')}
            rows={list}
            rowKey={({ subscriptionId }) => subscriptionId}
            empty={t(hasRecipients ? 'subscriptions.none' : 'subscriptions.noRecipients')}
            actions={(subscription) => (
              <RecordActions
                edit={{
                  label: t('subscriptions.edit', { name: subscription.recipientName }),
                  onClick: () => setSubject({ kind: 'edit', subscription }),
                }}
                remove={{
                  label: t('subscriptions.removeOne', { name: subscription.recipientName }),
                  onClick: () => confirmRemoval(subscription),
                }}
              />
            )}
          >
            {(subscription) => (
              <SubscriptionText
                subscription={subscription}
                ruleNames={new Map(rules.map((rule) => [rule.ruleId, rule.ruleName]))}
              />
            )}
          </PagedList>
        )}
      </QueryContent>
      <SubscriptionFormDrawer
        subject={subject ?? adding}
        rules={query.data?.rules ?? []}
        recipients={recipients?.list ?? []}
        channels={recipients?.channels ?? []}
        onClose={close}
      />
    </SettingsSection>
  );
}
