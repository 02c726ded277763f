import type { Recipient } from '@wakeline/contract/delivery/recipients';
import type { Subscription } from '@wakeline/contract/delivery/subscriptions';
import { LIMITS } from '@wakeline/contract/limits';
import { type DeliveryChannel, DIGEST_MINUTES } from '@wakeline/domain/delivery/delivery';
import { App, Checkbox, Form, Input, InputNumber, Select, Switch } from 'antd';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/i18n.ts';
import { FormDrawer } from '../../parts/records/form-drawer.tsx';
import { errorText } from '../../service/error-text.ts';
import styles from './delivery.module.css';
import { ScopeFields } from './scope-fields.tsx';
import { type SubscriptionFields, toSubscriptionFields, toSubscriptionForm } from './subscription-values.ts';
import { useDeliveryChange } from './use-delivery.ts';
import { WhatFields } from './what-fields.tsx';

/** What the form is open for: a new subscription, or one to edit. */
export type SubscriptionSubject =
  | { readonly kind: 'add' /** Null: for no rule in particular. */; readonly ruleId: number | null }
  | { readonly kind: 'edit'; readonly subscription: Subscription };

interface SubscriptionFormProps {
  /** Null: closed. */
  readonly subject: SubscriptionSubject | null;
  readonly recipients: readonly Recipient[];
  /** The rules of the account. */
  readonly rules: readonly { readonly ruleId: number; readonly ruleName: string }[];
  /** The channels of the server. */
  readonly channels: readonly DeliveryChannel[];
  readonly onClose: () => void;
}

export function SubscriptionFormDrawer({
  subject,
  recipients,
  rules,
  channels,
  onClose,
}: SubscriptionFormProps) {
  const { t } = useTranslation('delivery');
  const language = useLanguage();
  const { message } = App.useApp();
  const [form] = Form.useForm<SubscriptionFields>();
  const add = useDeliveryChange('addSubscription');
  const edit = useDeliveryChange('editSubscription');
  // Keeps the last content visible while the drawer closes.
  const last = useRef<SubscriptionSubject>({ kind: 'add', ruleId: null });
  if (subject !== null) last.current = subject;
  const subscription = last.current.kind === 'edit' ? last.current.subscription : null;
  const initialValues = toSubscriptionFields(
    subscription,
    last.current.kind === 'add' ? last.current.ruleId : null,
  );
  const recipientId = Form.useWatch('recipientId', form) ?? initialValues.recipientId;
  const channel = Form.useWatch('channel', form) ?? initialValues.channel;
  const what = Form.useWatch('what', form) ?? initialValues.what;
  const scopeType = Form.useWatch('scopeType', form) ?? initialValues.scopeType;
  const quiet = Form.useWatch('quiet', form) ?? initialValues.quiet;
  const required = { required: true, message: t('required') };

  const channelsOf = (id: number | null) =>
    (recipients.find((one) => one.recipientId === id)?.addresses ?? [])
      .map((address) => address.channel)
      .filter((one) => channels.includes(one));

  function submit(fields: SubscriptionFields): void {
    const payload = toSubscriptionForm({ ...initialValues, ...fields });
    const name = recipients.find((one) => one.recipientId === payload.recipientId)?.recipientName ?? '';
    const callbacks = {
      onSuccess() {
        message.success(t('subscriptions.saved', { name }));
        onClose();
      },
      onError: (error: unknown) => void message.error(errorText(error, language)),
    };
    if (subscription === null) add.mutate(payload, callbacks);
    else edit.mutate({ ...payload, subscriptionId: subscription.subscriptionId }, callbacks);
  }

  return (
    <FormDrawer<SubscriptionFields>
      open={subject !== null}
      title={
        subscription === null
          ? t('subscriptions.add')
          : t('subscriptions.edit', { name: subscription.recipientName })
      }
      size={440}
      form={form}
      initialValues={initialValues}
      saving={add.isPending || edit.isPending}
      onSave={submit}
      onClose={onClose}
    >
      <Form.Item name="recipientId" label={t('subscriptions.recipient')} rules={[required]}>
        <Select
          showSearch={{ optionFilterProp: 'label' }}
          options={recipients.map((one) => ({ value: one.recipientId, label: one.recipientName }))}
          onChange={(id: number) => form.setFieldValue('channel', channelsOf(id)[0] ?? null)}
        />
      </Form.Item>
      <Form.Item name="channel" label={t('subscriptions.channel')} rules={[required]}>
        <Select options={channelsOf(recipientId).map((value) => ({ value, label: t(`channel.${value}`) }))} />
      </Form.Item>
      <WhatFields what={what} rules={rules} removed={subscription?.removed.ruleIds ?? []} />
      <ScopeFields type={scopeType} removed={subscription?.removed ?? null} />
      {channel !== 'webhook' && (
        <>
          <Form.Item name="quiet" valuePropName="checked" extra={quiet && t('subscriptions.quietHint')}>
            <Checkbox>{t('subscriptions.quiet')}</Checkbox>
          </Form.Item>
          {quiet && (
            <div className={styles.times}>
              <Form.Item name="quietFrom" label={t('subscriptions.quietFrom')} rules={[required]}>
                <Input type="time" />
              </Form.Item>
              <Form.Item name="quietTo" label={t('subscriptions.quietTo')} rules={[required]}>
                <Input type="time" />
              </Form.Item>
            </div>
          )}
          <Form.Item name="digestMinutes" label={t('subscriptions.digest')}>
            <Select
              options={DIGEST_MINUTES.map((value) => ({
                value,
                label: t(`subscriptions.digestOf.${value}`),
              }))}
            />
          </Form.Item>
          <Form.Item
            name="escalateMinutes"
            label={t('subscriptions.escalate')}
            extra={t('subscriptions.escalateHint')}
            rules={[required]}
          >
            <InputNumber className={styles.wide ?? ''} min={0} max={LIMITS.escalateMinutes} precision={0} />
          </Form.Item>
        </>
      )}
      <Form.Item name="enabled" label={t('subscriptions.enabled')} valuePropName="checked">
        <Switch />
      </Form.Item>
    </FormDrawer>
  );
}
