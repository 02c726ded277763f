import { NamedError } from '@wakeline/contract/errors';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useLanguage } from '../../i18n/i18n.ts';
import { passwordDigest } from '../../parts/credentials/password.ts';
import { type ErrorFields, findErrorField } from '../../parts/forms/field-error.ts';
import { FormFailure } from '../../parts/forms/form-failure.tsx';
import { errorText } from '../../service/error-text.ts';
import { PlainButton } from '../../ui/plain-button.tsx';
import { TextField } from '../../ui/text-field.tsx';
import styles from './login-page.module.css';
import { readSavedAccount } from './saved-account.ts';
import type { SignIn } from './use-sign-in.ts';
import { useSignInForm } from './use-sign-in-form.ts';

const ERROR_FIELDS = { 'account-empty': 'account' } as const satisfies ErrorFields<'account'>;

interface AccountPanelProps {
  readonly attempt: SignIn;
  /** Initial account after a registration. Null: the saved one. */
  readonly registered: string | null;
  readonly message: ReactNode;
}

/** Sign-in with account and password. */
export function AccountPanel({ attempt, registered, message }: AccountPanelProps) {
  const { t } = useTranslation('signIn');
  const language = useLanguage();
  const [capsLock, setCapsLock] = useState(false);
  const [savedAccount] = useState(readSavedAccount);
  const [initialAccount] = useState(attempt.lastAccount ?? registered ?? savedAccount);
  const [remember, setRemember] = useState(savedAccount !== null);
  const { error } = attempt;
  const errorField = findErrorField(error, ERROR_FIELDS);
  const { field, onSubmit, showError, inputs } = useSignInForm<'account' | 'password'>({
    initialValues: { account: initialAccount ?? '', password: '' },
    onValid({ account, password }) {
      const phone = account.trim();
      attempt.signIn({
        credentials: { phone, pd: passwordDigest(password) },
        remember: remember ? phone : null,
      });
    },
    onChange: () => error !== null && attempt.reset(),
  });

  useEffect(() => {
    if (errorField !== null) showError(errorField, errorText(error, language));
    else if (error instanceof NamedError && error.errorName === 'credentials-wrong') {
      const password = inputs.current.get('password');
      password?.focus();
      password?.select();
    }
  }, [error, errorField, showError, inputs, language]);

  return (
    <form onSubmit={onSubmit} noValidate>
      {error !== null && errorField === null ? <FormFailure error={error} /> : message}
      <TextField
        {...field('account')}
        label={t('account')}
        autoComplete="username"
        autoFocus={initialAccount === null}
      />
      <TextField
        {...field('password')}
        secret
        label={t('password')}
        hint={capsLock ? t('capsLock') : null}
        autoComplete="current-password"
        autoFocus={initialAccount !== null}
        onKeyUp={(event) => setCapsLock(event.getModifierState('CapsLock'))}
      />
      <div className={styles.line}>
        <label className={styles.remember}>
          <input
            type="checkbox"
            checked={remember}
            onChange={(event) => {
              setRemember(event.target.checked);
              if (error !== null) attempt.reset();
            }}
          />
          <span>{t('remember')}</span>
        </label>
        <Link to="/findPsd" className={styles.link ?? ''}>
          {t('forgot')}
        </Link>
      </div>
      <PlainButton primary large submit pending={attempt.isPending} className={styles.submit ?? ''}>
        {t('submit')}
      </PlainButton>
    </form>
  );
}
