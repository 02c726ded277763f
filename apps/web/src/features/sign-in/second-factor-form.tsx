import { otp } from '@wakeline/contract/fields';
import { Form } from 'antd';
import Input from 'antd/es/input/Input';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/i18n.ts';
import type { ErrorFields } from '../../parts/forms/field-error.ts';
import { FormFailure } from '../../parts/forms/form-failure.tsx';
import { fieldRule } from '../../service/field-rule.ts';
import { EntryForm } from './entry-form.tsx';
import styles from './login-page.module.css';
import { useFieldError } from './use-field-error.ts';
import type { SignIn } from './use-sign-in.ts';

interface Fields {
  readonly otp: string;
}

const ERROR_FIELDS = { 'second-factor-wrong': 'otp' } as const satisfies ErrorFields<keyof Fields>;

/** Second step of signing in: a code of the authenticator, or a recovery code. */
export function SecondFactorForm({ attempt }: { readonly attempt: SignIn }) {
  const { t } = useTranslation('signIn');
  const language = useLanguage();
  const [form] = Form.useForm<Fields>();
  const [recovery, setRecovery] = useState(false);
  const { error } = attempt;

  const failure = useFieldError(form, error, ERROR_FIELDS);

  return (
    <EntryForm<Fields>
      form={form}
      submit={t('submit')}
      pending={attempt.isPending}
      footer={
        <div className={styles.links}>
          <button type="button" className={styles.link} onClick={attempt.cancel}>
            {t('back')}
          </button>
          <button
            type="button"
            className={styles.link}
            onClick={() => {
              form.resetFields();
              attempt.reset();
              setRecovery(!recovery);
            }}
          >
            {t(recovery ? 'useOtp' : 'useRecoveryCode')}
          </button>
        </div>
      }
      initialValues={{ otp: '' }}
      onSubmit={(fields) => attempt.submitCode(fields.otp.trim())}
      onChange={() => error !== null && attempt.reset()}
    >
      {failure !== null && <FormFailure error={failure} />}
      <Form.Item
        key={String(recovery)}
        name="otp"
        label={t(recovery ? 'recoveryCode' : 'otp')}
        extra={t(recovery ? 'recoveryCodeHint' : 'otpHint')}
        rules={[fieldRule(otp, language)]}
      >
        <Input
          autoFocus
          autoComplete="one-time-code"
          inputMode={recovery ? 'text' : 'numeric'}
          spellCheck={false}
          autoCapitalize="none"
          maxLength={32}
        />
      </Form.Item>
    </EntryForm>
  );
}
