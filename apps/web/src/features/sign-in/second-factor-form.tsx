import { otp } from '@wakeline/contract/fields';
import { Button, Form } from 'antd';
import Input from 'antd/es/input/Input';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/i18n.ts';
import { FormFailure } from '../../parts/forms/form-failure.tsx';
import { type ErrorPlaces, placeError, placeOf } from '../../parts/forms/place-error.ts';
import { errorText } from '../../service/error-text.ts';
import { fieldRule } from '../../service/field-rule.ts';
import styles from './login-page.module.css';
import type { SignIn } from './use-sign-in.ts';

interface Fields {
  readonly otp: string;
}

const PLACES = { 'second-factor-wrong': 'otp' } as const satisfies ErrorPlaces<keyof Fields>;

/** Second step of signing in: the code of the authenticator, or one of the recovery codes. */
export function SecondFactorForm({ attempt }: { readonly attempt: SignIn }) {
  const { t } = useTranslation('signIn');
  const language = useLanguage();
  const [form] = Form.useForm<Fields>();
  const [recovery, setRecovery] = useState(false);
  const { error } = attempt;

  useEffect(() => {
    if (error !== null) placeError(form, error, PLACES, errorText(error, language));
  }, [error, form, language]);

  return (
    <Form<Fields>
      form={form}
      layout="vertical"
      size="large"
      validateTrigger="onBlur"
      initialValues={{ otp: '' }}
      onFinish={(fields) => attempt.answer(fields.otp.trim())}
      onValuesChange={() => error !== null && attempt.reset()}
    >
      {error !== null && placeOf(error, PLACES) === null && <FormFailure error={error} />}
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
      <Button
        type="primary"
        htmlType="submit"
        block
        loading={attempt.isPending}
        className={styles.submit ?? ''}
      >
        {t('submit')}
      </Button>
      <div className={styles.links}>
        <button type="button" className={styles.link} onClick={attempt.withdraw}>
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
    </Form>
  );
}
