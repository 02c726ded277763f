import { type ErrorName, NamedError } from '@wakeline/contract/errors';
import { LIMITS } from '@wakeline/contract/limits';
import { createSatelliteContact, type SatelliteContact } from '@wakeline/contract/satellite/contacts';
import { normalizeContactAddress } from '@wakeline/domain/satellite/contact-address';
import { App, Form, Input, InputNumber, Radio } from 'antd';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../i18n/i18n.ts';
import { showFieldError } from '../../../parts/forms/field-error.ts';
import { FormDrawer } from '../../../parts/records/form-drawer.tsx';
import { errorText } from '../../../service/error-text.ts';
import { fieldRule } from '../../../service/field-rule.ts';
import { type ContactFields, toContactFields } from './contact-values.ts';
import styles from './settings.module.css';
import { useSettingsChange } from './use-settings.ts';

/** What the form is open for: a new contact, or one to edit. */
export type ContactSubject =
  | { readonly kind: 'add' }
  | { readonly kind: 'edit'; readonly contact: SatelliteContact };

interface ContactFormProps {
  /** Null: closed. */
  readonly subject: ContactSubject | null;
  readonly contacts: readonly SatelliteContact[];
  readonly onClose: () => void;
}

const ERROR_FIELDS: Readonly<Partial<Record<ErrorName, keyof ContactFields>>> = {
  'contact-number-taken': 'number',
  'contact-address-taken': 'address',
  'contact-phone-invalid': 'address',
  'contact-email-invalid': 'address',
  'contact-address-fixed': 'address',
};

/** Drawer to add a contact or to edit one. The kind of a contact stays, and a WeChat user has no address to enter. */
export function ContactForm({ subject, contacts, onClose }: ContactFormProps) {
  const { t } = useTranslation('satelliteSettings');
  const language = useLanguage();
  const { message } = App.useApp();
  const [form] = Form.useForm<ContactFields>();
  const create = useSettingsChange('createSatelliteContact');
  const edit = useSettingsChange('editSatelliteContact');
  // Keeps the last content visible while the drawer closes.
  const last = useRef<ContactSubject>({ kind: 'add' });
  if (subject !== null) last.current = subject;
  const contact = last.current.kind === 'edit' ? last.current.contact : null;
  const initialValues = toContactFields(contact, contacts);
  const kind = Form.useWatch('kind', form) ?? initialValues.kind;
  const { shape } = createSatelliteContact.payload;

  function submit(submitted: ContactFields): void {
    const { contactName: written, address, number = null, ...fields } = { ...initialValues, ...submitted };
    const contactName = written.trim();
    const callbacks = {
      onSuccess() {
        message.success(t('saved', { name: contactName }));
        onClose();
      },
      onError(error: unknown) {
        const text = errorText(error, language);
        if (!showFieldError(form, error, ERROR_FIELDS, text)) message.error(text);
      },
    };
    if (contact !== null)
      edit.mutate(
        {
          contactId: contact.contactId,
          contactName,
          number,
          ...(fields.kind === 'wechat' ? {} : { address }),
        },
        callbacks,
      );
    else if (fields.kind !== 'wechat')
      create.mutate({ contactName, number, address, kind: fields.kind }, callbacks);
  }

  async function validateAddress(_rule: unknown, value: string): Promise<void> {
    if (kind === 'wechat' || normalizeContactAddress(kind, value ?? '') !== null) return;
    throw new Error(errorText(new NamedError(`contact-${kind}-invalid`), language));
  }

  return (
    <FormDrawer<ContactFields>
      open={subject !== null}
      title={contact === null ? t('contacts.add') : t('editOne', { name: contact.contactName })}
      size={400}
      form={form}
      initialValues={initialValues}
      saving={create.isPending || edit.isPending}
      onSave={submit}
      onClose={onClose}
    >
      {contact === null && (
        <Form.Item name="kind" label={t('contacts.kindLabel')}>
          <Radio.Group
            options={(['phone', 'email'] as const).map((value) => ({
              value,
              label: t(`contacts.kind.${value}`),
            }))}
            // The message at the address is about the other kind.
            onChange={() => form.setFields([{ name: 'address', errors: [] }])}
          />
        </Form.Item>
      )}
      <Form.Item name="contactName" label={t('name')} rules={[fieldRule(shape.contactName, language)]}>
        <Input autoFocus maxLength={LIMITS.name} autoComplete="off" />
      </Form.Item>
      {kind !== 'wechat' && (
        <Form.Item
          key={kind}
          name="address"
          label={t(`contacts.addressOf.${kind}`)}
          extra={t(`contacts.addressHint.${kind}`)}
          rules={[{ validator: validateAddress }]}
        >
          <Input
            type={kind === 'phone' ? 'tel' : 'email'}
            autoComplete="off"
            spellCheck={false}
            maxLength={320}
          />
        </Form.Item>
      )}
      <Form.Item name="number" label={t('contacts.number')} extra={t('contacts.numberHint')}>
        <InputNumber
          className={styles.number ?? ''}
          min={1}
          max={99}
          precision={0}
          placeholder={t('contacts.noNumber')}
        />
      </Form.Item>
    </FormDrawer>
  );
}
