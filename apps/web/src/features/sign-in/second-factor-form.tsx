import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/i18n.ts';
import { type ErrorFields, findErrorField } from '../../parts/forms/field-error.ts';
import { FormFailure } from '../../parts/forms/form-failure.tsx';
import { errorText } from '../../service/error-text.ts';
import { PlainButton } from '../../ui/plain-button.tsx';
import { TextField } from '../../ui/text-field.tsx';
import styles from './login-page.module.css';
import type { SignIn } from './use-sign-in.ts';
import { useSignInForm } from './use-sign-in-form.ts';

const ERROR_FIELDS = { 'second-factor-wrong': 'otp' } as const satisfies ErrorFields<'otp'>;

/** Second step of signing in: a code of the authenticator, or a recovery code. */
export function SecondFactorForm({ attempt }: { readonly attempt: SignIn }) {
  const { t } = useTranslation('signIn');
  const [recovery, setRecovery] = useState(false);
  return (
    <CodeForm
      // A new form: without the typed code and its error.
      key={String(recovery)}
      attempt={attempt}
      recovery={recovery}
      footer={
        <div className={styles.links}>
          <button type="button" className={styles.link} onClick={attempt.cancel}>
            {t('back')}
          </button>
          <button
            type="button"
            className={styles.link}
            onClick={() => {
              attempt.reset();
              setRecovery(!recovery);
            }}
          >
            {t(recovery ? 'useOtp' : 'useRecoveryCode')}
          </button>
        </div>
      }
    />
  );
}

interface CodeFormProps {
  readonly attempt: SignIn;
  readonly recovery: boolean;
  readonly footer: ReactNode;
}

function CodeForm({ attempt, recovery, footer }: CodeFormProps) {
  const { t } = useTranslation('signIn');
  const language = useLanguage();
  const { error } = attempt;
  const errorField = findErrorField(error, ERROR_FIELDS);
  const { field, onSubmit, showError } = useSignInForm<'otp'>({
    initialValues: { otp: '' },
    onValid: ({ otp }) => attempt.submitCode(otp.trim()),
    onChange: () => error !== null && attempt.reset(),
  });
  useEffect(() => {
    if (errorField !== null) showError(errorField, errorText(error, language));
  }, [error, errorField, showError, language]);

  return (
    <form onSubmit={onSubmit} noValidate>
      {error !== null && errorField === null && <FormFailure error={error} />}
      <TextField
        {...field('otp')}
        label={t(recovery ? 'recoveryCode' : 'otp')}
        hint={t(recovery ? 'recoveryCodeHint' : 'otpHint')}
        autoFocus
        autoComplete="one-time-code"
        inputMode={recovery ? 'text' : 'numeric'}
        maxLength={32}
      />
      <PlainButton primary large submit pending={attempt.isPending} className={styles.submit ?? ''}>
        {t('submit')}
      </PlainButton>
      {footer}
    </form>
  );
}
