import { useMutation } from '@tanstack/react-query';
import { NamedError } from '@wakeline/contract/errors';
import { Alert, Form } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useNavigate } from 'react-router';
import { useLanguage } from '../../../i18n/i18n.ts';
import { CodeField } from '../../../parts/credentials/code-field.tsx';
import { PhoneField } from '../../../parts/credentials/phone-field.tsx';
import { type ErrorFields, showFieldError } from '../../../parts/forms/field-error.ts';
import { FormFailure } from '../../../parts/forms/form-failure.tsx';
import { useClient } from '../../../service/client.ts';
import { errorText } from '../../../service/error-text.ts';
import { EntryForm } from '../entry-form.tsx';
import { LoginFrame } from '../login-frame.tsx';
import styles from '../login-page.module.css';
import { isResetTokenExpired, storeResetToken } from './reset-token.ts';

interface Fields {
  readonly phone: string;
  readonly code: string;
}

const ERROR_FIELDS = { 'code-wrong': 'code' } as const satisfies ErrorFields<keyof Fields>;

/** First step of password recovery: a phone number and the code sent to it. */
export function FindPasswordPage() {
  const { t } = useTranslation('signIn');
  const language = useLanguage();
  const client = useClient();
  const navigate = useNavigate();
  const tokenExpired = isResetTokenExpired(useLocation().state);
  const [form] = Form.useForm<Fields>();
  const [refused, setRefused] = useState<unknown>(null);

  const check = useMutation({
    mutationFn: (fields: Fields) => client.call('checkResetCode', fields),
    onSuccess({ ticket }) {
      storeResetToken(ticket);
      void navigate('/resetPsd');
    },
    onError(error) {
      if (!showFieldError(form, error, ERROR_FIELDS, errorText(error, language))) setRefused(error);
    },
  });

  return (
    <LoginFrame>
      <h2 className={styles.title}>{t('title.findPassword')}</h2>
      <EntryForm<Fields>
        form={form}
        submit={t('next')}
        pending={check.isPending}
        initialValues={{ phone: '', code: '' }}
        onSubmit={(fields) => check.mutate(fields)}
        onChange={() => setRefused(null)}
      >
        {refused !== null && <FormFailure error={refused} />}
        {refused === null && tokenExpired && (
          <Alert
            type="info"
            showIcon
            title={errorText(new NamedError('ticket-gone'), language)}
            className={styles.alert ?? ''}
          />
        )}
        <PhoneField autoComplete="tel" autoFocus />
        <CodeField purpose="recovery" onRefused={setRefused} />
      </EntryForm>
      <nav className={styles.links} aria-label={t('ways')}>
        <Link to="/login" className={styles.link ?? ''}>
          {t('toSignIn')}
        </Link>
      </nav>
    </LoginFrame>
  );
}
