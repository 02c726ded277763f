import { type ErrorName, NamedError } from '@wakeline/contract/errors';
import { activatePlugins } from '@wakeline/contract/plugins';
import { App, Button, Form, Input } from 'antd';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/i18n.ts';
import { errorText, retryAfter } from '../../service/error-text.ts';
import { fieldRule } from '../../service/field-rule.ts';
import styles from './app-center.module.css';
import { useActivate } from './use-plugins.ts';

interface Fields {
  readonly code: string;
}

const CODE_ERRORS: readonly ErrorName[] = [
  'activation-code-wrong',
  'activation-code-used',
  'activation-code-expired',
  'login-locked',
];

/** Adds or extends functions with an activation code from the dealer. */
export function ActivationForm() {
  const { t } = useTranslation('plugins');
  const language = useLanguage();
  const { message } = App.useApp();
  const [form] = Form.useForm<Fields>();
  const activate = useActivate();

  function submit({ code }: Fields): void {
    activate.mutate(code.trim(), {
      onSuccess({ roles }) {
        form.resetFields();
        message.success(t('activated', { names: roles.map((role) => t(`name.${role}`)).join(' · ') }));
      },
      onError(error) {
        const wait = retryAfter(error);
        const messages = [errorText(error, language), wait === null ? null : t('wait', { count: wait })];
        const text = messages.filter(Boolean).join(' · ');
        if (error instanceof NamedError && CODE_ERRORS.includes(error.errorName)) {
          form.setFields([{ name: 'code', errors: [text] }]);
          form.focusField('code');
        } else message.error(text);
      },
    });
  }

  return (
    <section aria-label={t('activate')}>
      <h2>{t('activate')}</h2>
      <Form<Fields>
        form={form}
        layout="inline"
        className={styles.activation ?? ''}
        validateTrigger="onBlur"
        initialValues={{ code: '' }}
        onFinish={submit}
      >
        <Form.Item
          name="code"
          className={styles.code ?? ''}
          rules={[fieldRule(activatePlugins.payload.shape.code, language)]}
        >
          <Input
            aria-label={t('code')}
            placeholder="XXXXX-XXXXX-XXXXX-XXXXX"
            spellCheck={false}
            autoComplete="off"
            maxLength={64}
          />
        </Form.Item>
        <Button type="primary" htmlType="submit" loading={activate.isPending}>
          {t('activate')}
        </Button>
      </Form>
    </section>
  );
}
