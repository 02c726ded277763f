import { type ForwardTarget, forwardTargetForm } from '@wakeline/contract/delivery/forward-targets';
import { NamedError } from '@wakeline/contract/errors';
import { LIMITS } from '@wakeline/contract/limits';
import { FORWARD_CONTENTS, FORWARD_KINDS, MQTT_VERSIONS } from '@wakeline/domain/delivery/forwarding';
import { App, Checkbox, Form, Input, Radio, Switch } from 'antd';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/i18n.ts';
import { FormDrawer } from '../../parts/records/form-drawer.tsx';
import { errorText } from '../../service/error-text.ts';
import { fieldRule } from '../../service/field-rule.ts';
import { ScopeFields } from './scope-fields.tsx';
import { type TargetFields, toPassword, toTargetFields, toTargetForm } from './target-values.ts';
import { useDeliveryChange } from './use-delivery.ts';

/** What the form is open for: a new target, or one to edit. */
export type TargetSubject =
  | { readonly kind: 'add' }
  | { readonly kind: 'edit'; readonly target: ForwardTarget };

interface TargetFormProps {
  /** Null: closed. */
  readonly subject: TargetSubject | null;
  readonly onClose: () => void;
}

const [, mqttForm] = forwardTargetForm.options;

/** The fields that refusals concern. */
const FIELDS_OF_ERRORS: Readonly<Record<string, keyof TargetFields>> = {
  'forward-address-refused': 'url',
  'forward-token-invalid': 'password',
  'forward-password-required': 'password',
};

export function TargetFormDrawer({ subject, onClose }: TargetFormProps) {
  const { t } = useTranslation('forwarding');
  const { t: tDelivery } = useTranslation('delivery');
  const language = useLanguage();
  const { message } = App.useApp();
  const [form] = Form.useForm<TargetFields>();
  const add = useDeliveryChange('addForwardTarget');
  const edit = useDeliveryChange('editForwardTarget');
  // Keeps the last content visible while the drawer closes.
  const last = useRef<TargetSubject>({ kind: 'add' });
  if (subject !== null) last.current = subject;
  const target = last.current.kind === 'edit' ? last.current.target : null;
  const initialValues = toTargetFields(target);
  const kind = Form.useWatch('kind', form) ?? initialValues.kind;
  const scopeType = Form.useWatch('scopeType', form) ?? initialValues.scopeType;
  const required = { required: true, message: tDelivery('required') };

  function submit(values: TargetFields): void {
    const fields = { ...initialValues, ...values };
    const payload = toTargetForm(fields);
    const password = toPassword(fields);
    const callbacks = {
      onSuccess() {
        message.success(t('saved', { name: payload.targetName }));
        onClose();
      },
      onError(error: unknown) {
        const text = errorText(error, language);
        const field = error instanceof NamedError ? FIELDS_OF_ERRORS[error.errorName] : undefined;
        if (field === undefined) message.error(text);
        else form.setFields([{ name: field, errors: [text] }]);
      },
    };
    const change = { target: payload, ...(password !== undefined && { password }) };
    if (target === null) add.mutate(change, callbacks);
    else edit.mutate({ targetId: target.targetId, ...change, renewSecret: fields.renewSecret }, callbacks);
  }

  return (
    <FormDrawer<TargetFields>
      open={subject !== null}
      title={target === null ? t('add') : t('edit', { name: target.form.targetName })}
      size={400}
      form={form}
      initialValues={initialValues}
      saving={add.isPending || edit.isPending}
      onSave={submit}
      onClose={onClose}
    >
      <Form.Item name="kind" label={t('kindLabel')} hidden={target !== null}>
        <Radio.Group options={FORWARD_KINDS.map((value) => ({ value, label: t(`kind.${value}`) }))} />
      </Form.Item>
      <Form.Item name="targetName" label={t('name')} rules={[fieldRule(mqttForm.shape.targetName, language)]}>
        <Input autoFocus={target === null} maxLength={LIMITS.name} />
      </Form.Item>
      <Form.Item
        name="url"
        label={t('url')}
        extra={t(`urlHint.${kind}`)}
        rules={[fieldRule(mqttForm.shape.url, language)]}
      >
        <Input inputMode="url" maxLength={1_000} placeholder={kind === 'http' ? 'https://' : 'mqtts://'} />
      </Form.Item>
      {kind === 'mqtt' && (
        <>
          <Form.Item name="topic" label={t('topic')} rules={[fieldRule(mqttForm.shape.topic, language)]}>
            <Input maxLength={LIMITS.forwardTopic} placeholder="wakeline/positions" />
          </Form.Item>
          <Form.Item name="userName" label={t('userName')}>
            <Input maxLength={256} autoComplete="off" />
          </Form.Item>
        </>
      )}
      <Form.Item
        name="password"
        label={t(kind === 'http' ? 'token' : 'password')}
        extra={kind === 'http' ? t('tokenHint') : undefined}
      >
        <Input.Password
          maxLength={1_000}
          autoComplete="new-password"
          placeholder={target?.hasPassword === true ? t('unchanged') : ''}
        />
      </Form.Item>
      {target?.hasPassword === true && (
        <Form.Item name="removePassword" valuePropName="checked">
          <Checkbox>{t(`removePassword.${kind}`)}</Checkbox>
        </Form.Item>
      )}
      {kind === 'mqtt' && (
        <Form.Item name="protocolVersion" label={t('version')}>
          <Radio.Group options={[...MQTT_VERSIONS]} />
        </Form.Item>
      )}
      <Form.Item name="contents" label={t('contents')} rules={[required]}>
        <Checkbox.Group
          options={FORWARD_CONTENTS.map((value) => ({ value, label: t(`content.${value}`) }))}
        />
      </Form.Item>
      <ScopeFields type={scopeType} removed={target?.removed ?? null} />
      <Form.Item name="enabled" label={t('enabled')} extra={t('enabledHint')} valuePropName="checked">
        <Switch />
      </Form.Item>
      {kind === 'http' && target !== null && (
        <Form.Item name="renewSecret" valuePropName="checked">
          <Checkbox>{t('renewSecret')}</Checkbox>
        </Form.Item>
      )}
    </FormDrawer>
  );
}
