import { Button, Form } from 'antd';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/i18n.ts';
import { CodeField } from '../../parts/credentials/code-field.tsx';
import { PhoneField } from '../../parts/credentials/phone-field.tsx';
import { FormFailure } from '../../parts/forms/form-failure.tsx';
import { type ErrorPlaces, placeError, placeOf } from '../../parts/forms/place-error.ts';
import { errorText } from '../../service/error-text.ts';
import styles from './login-page.module.css';
import type { SignIn } from './use-sign-in.ts';

interface Fields {
  readonly phone: string;
  readonly code: string;
}

const PLACES = { 'account-empty': 'phone', 'code-wrong': 'code' } as const satisfies ErrorPlaces<
  keyof Fields
>;

interface CodePanelProps {
  readonly attempt: SignIn;
  /** What stands in the field to begin with: what was typed in another panel. */
  readonly phone: string;
  readonly onPhone: (phone: string) => void;
}

/** A phone number and the code that was sent to it. */
export function CodePanel({ attempt, phone, onPhone }: CodePanelProps) {
  const { t } = useTranslation('signIn');
  const language = useLanguage();
  const [form] = Form.useForm<Fields>();
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
      initialValues={{ phone: attempt.tried ?? phone, code: '' }}
      onFinish={(credentials) => attempt.signIn({ credentials })}
      onValuesChange={({ phone: typed }: Partial<Fields>) => {
        if (typed !== undefined) onPhone(typed);
        if (error !== null) attempt.reset();
      }}
    >
      {error !== null && placeOf(error, PLACES) === null && <FormFailure error={error} />}
      <PhoneField autoComplete="tel" autoFocus />
      <CodeField purpose="login" />
      <Button
        type="primary"
        htmlType="submit"
        block
        loading={attempt.isPending}
        className={styles.submit ?? ''}
      >
        {t('submit')}
      </Button>
    </Form>
  );
}
