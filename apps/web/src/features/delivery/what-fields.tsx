import { LIMITS } from '@wakeline/contract/limits';
import { NOTICE_TYPES } from '@wakeline/domain/notices/notice-type';
import { Form, Radio, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import type { SubscriptionFields } from './subscription-values.ts';

interface WhatFieldsProps {
  readonly what: SubscriptionFields['what'];
  /** The rules of the account. */
  readonly rules: readonly { readonly ruleId: number; readonly ruleName: string }[];
  /** Rules that the subscription names and that were deleted. */
  readonly removed: readonly number[];
}

/** Fields of the notices of a subscription: all, some types, or those of some rules. */
export function WhatFields({ what, rules, removed }: WhatFieldsProps) {
  const { t } = useTranslation('delivery');
  const { t: tNotices } = useTranslation('notices');
  const required = { required: true, message: t('required') };
  return (
    <>
      <Form.Item name="what" label={t('subscriptions.what.label')}>
        <Radio.Group
          options={(['all', 'types', 'rules'] as const).map((value) => ({
            value,
            label: t(`subscriptions.what.${value}`),
          }))}
        />
      </Form.Item>
      {what === 'types' && (
        <Form.Item name="msgTypes" label={t('subscriptions.types')} rules={[required]}>
          <Select
            mode="multiple"
            allowClear
            options={NOTICE_TYPES.map((value) => ({ value, label: tNotices(`type.${value}`) }))}
            showSearch={{ optionFilterProp: 'label' }}
          />
        </Form.Item>
      )}
      {what === 'rules' && (
        <Form.Item
          name="ruleIds"
          label={t('subscriptions.rules')}
          extra={t('subscriptions.rulesHint')}
          rules={[required]}
        >
          <Select
            mode="multiple"
            allowClear
            maxCount={LIMITS.subscriptionRules}
            options={[
              ...rules.map(({ ruleId, ruleName }) => ({ value: ruleId, label: ruleName })),
              ...removed.map((value) => ({ value, label: t('subscriptions.gone.rule') })),
            ]}
            showSearch={{ optionFilterProp: 'label' }}
          />
        </Form.Item>
      )}
    </>
  );
}
