import { type Recipient, recipientForm } from '@wakeline/contract/delivery/recipients';
import { LANGUAGES } from '@wakeline/contract/entities/user-config';
import { NamedError } from '@wakeline/contract/errors';
import { LIMITS } from '@wakeline/contract/limits';
import type { DeliveryChannel } from '@wakeline/domain/delivery/delivery';
import { Alert, App, Checkbox, Form, Input, Radio, Select } from 'antd';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/i18n.ts';
import { FormDrawer } from '../../parts/records/form-drawer.tsx';
import { errorText } from '../../service/error-text.ts';
import { fieldRule } from '../../service/field-rule.ts';
import { type RecipientFields, toRecipientFields, toRecipientForm } from './recipient-values.ts';
import { useDeliveryChange } from './use-delivery.ts';

/** What the form is open for: a new recipient, or one to edit. */
export type RecipientSubject =
  | { readonly kind: 'add' }
  | { readonly kind: 'edit'; readonly recipient: Recipient };

interface RecipientFormProps {
  /** Null: closed. */
  readonly subject: RecipientSubject | null;
  /** The users of the account. */
  readonly users: readonly { readonly userId: number; readonly account: string }[];
  /** The channels of the server. */
  readonly channels: readonly DeliveryChannel[];
  readonly onClose: () => void;
}

const [, contactForm, webhookForm] = recipientForm.options;

/** The fields that refusals concern. */
const FIELDS_OF_ERRORS: Readonly<Record<string, keyof RecipientFields>> = {
  'recipient-taken': 'userId',
  'recipient-user-unknown': 'userId',
  'recipient-without-address': 'email',
  'webhook-address-refused': 'url',
};

const LANGUAGE_NAMES = { zh_CN: '中文', en_US: 'English' } as const;

export function RecipientFormDrawer({ subject, users, channels, onClose }: RecipientFormProps) {
  const { t } = useTranslation('delivery');
  const language = useLanguage();
  const { message } = App.useApp();
  const [form] = Form.useForm<RecipientFields>();
  const add = useDeliveryChange('addRecipient');
  const edit = useDeliveryChange('editRecipient');
  // Keeps the last content visible while the drawer closes.
  const last = useRef<RecipientSubject>({ kind: 'add' });
  if (subject !== null) last.current = subject;
  const recipient = last.current.kind === 'edit' ? last.current.recipient : null;
  const initialValues = toRecipientFields(recipient, language);
  const kind = Form.useWatch('kind', form) ?? initialValues.kind;
  const isPerson = kind !== 'webhook';

  function submit(fields: RecipientFields): void {
    const payload = toRecipientForm({ ...initialValues, ...fields });
    const name = payload.kind === 'user' ? nameOfUser(payload.userId) : payload.recipientName;
    const callbacks = {
      onSuccess() {
        message.success(t('recipients.saved', { name }));
        onClose();
      },
      onError(error: unknown) {
        const text = errorText(error, language);
        const field = error instanceof NamedError ? FIELDS_OF_ERRORS[error.errorName] : undefined;
        if (field === undefined) message.error(text);
        else form.setFields([{ name: field, errors: [text] }]);
      },
    };
    if (recipient === null) add.mutate({ recipient: payload }, callbacks);
    else
      edit.mutate(
        { recipientId: recipient.recipientId, recipient: payload, renewSecret: fields.renewSecret ?? false },
        callbacks,
      );
  }

  const nameOfUser = (userId: number) => users.find((user) => user.userId === userId)?.account ?? '';
  const missing = (['email', 'sms'] as const).filter((channel) => !channels.includes(channel));

  return (
    <FormDrawer<RecipientFields>
      open={subject !== null}
      title={
        recipient === null ? t('recipients.add') : t('recipients.edit', { name: recipient.recipientName })
      }
      size={400}
      form={form}
      initialValues={initialValues}
      saving={add.isPending || edit.isPending}
      onSave={submit}
      onClose={onClose}
    >
      <Form.Item name="kind" label={t('recipients.kindLabel')} hidden={recipient !== null}>
        <Radio.Group
          options={(['contact', 'user', 'webhook'] as const).map((value) => ({
            value,
            label: t(`recipients.kind.${value}`),
          }))}
        />
      </Form.Item>
      {kind === 'user' ? (
        <Form.Item
          name="userId"
          label={t('recipients.user')}
          rules={[fieldRule(recipientForm.options[0].shape.userId, language)]}
        >
          <Select
            showSearch={{ optionFilterProp: 'label' }}
            options={users.map(({ userId, account }) => ({ value: userId, label: account }))}
          />
        </Form.Item>
      ) : (
        <Form.Item
          name="recipientName"
          label={t('recipients.name')}
          rules={[fieldRule(contactForm.shape.recipientName, language)]}
        >
          <Input autoFocus={recipient === null} maxLength={LIMITS.name} />
        </Form.Item>
      )}
      {kind === 'contact' && (
        <Form.Item name="language" label={t('recipients.language')}>
          <Select options={LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))} />
        </Form.Item>
      )}
      {isPerson && (
        <>
          <Form.Item name="email" label={t('recipients.email')} rules={[optionalRule('email')]}>
            <Input inputMode="email" maxLength={254} />
          </Form.Item>
          <Form.Item name="phone" label={t('recipients.phone')} rules={[optionalRule('phone')]}>
            <Input inputMode="tel" maxLength={11} />
          </Form.Item>
          {missing.map((channel) => (
            <Alert key={channel} type="info" showIcon title={t(`noChannel.${channel}`)} />
          ))}
        </>
      )}
      {!isPerson && (
        <Form.Item
          name="url"
          label={t('recipients.url')}
          extra={t('recipients.urlHint')}
          rules={[fieldRule(webhookForm.shape.url.min(1), language)]}
        >
          <Input inputMode="url" maxLength={1_000} placeholder="https://" />
        </Form.Item>
      )}
      {!isPerson && recipient !== null && (
        <Form.Item name="renewSecret" valuePropName="checked">
          <Checkbox>{t('recipients.renewSecret')}</Checkbox>
        </Form.Item>
      )}
    </FormDrawer>
  );

  /** An empty field is permitted. */
  function optionalRule(field: 'email' | 'phone') {
    const rule = fieldRule(contactForm.shape[field], language);
    return {
      validator: async (context: unknown, value: unknown) =>
        value === undefined || value === '' ? undefined : rule.validator(context, value),
    };
  }
}
