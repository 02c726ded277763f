import { NamedError } from '@wakeline/contract/errors';
import { account, typedPassword } from '@wakeline/contract/fields';
import { Checkbox, Form } from 'antd';
import Input from 'antd/es/input/Input';
import Password from 'antd/es/input/Password';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useLanguage } from '../../i18n/i18n.ts';
import { passwordDigest } from '../../parts/credentials/password.ts';
import { type ErrorFields, findErrorField, showFieldError } from '../../parts/forms/field-error.ts';
import { FormFailure } from '../../parts/forms/form-failure.tsx';
import { errorText } from '../../service/error-text.ts';
import { fieldRule } from '../../service/field-rule.ts';
import { EntryForm } from './entry-form.tsx';
import styles from './login-page.module.css';
import { readSavedAccount } from './saved-account.ts';
import type { SignIn } from './use-sign-in.ts';

interface Fields {
  readonly account: string;
  readonly password: string;
  readonly remember: boolean;
}

const ERROR_FIELDS = { 'account-empty': 'account' } as const satisfies ErrorFields<keyof Fields>;

interface AccountPanelProps {
  readonly attempt: SignIn;
  /** Initial account after a registration. Null: the saved one. */
  readonly registered: string | null;
  readonly message: ReactNode;
}

/** Sign-in with account and password. Fields are validated on blur, and all of them on submit. */
export function AccountPanel({ attempt, registered, message }: AccountPanelProps) {
  const { t } = useTranslation('signIn');
  const language = useLanguage();
  const [form] = Form.useForm<Fields>();
  const [capsLock, setCapsLock] = useState(false);
  const [savedAccount] = useState(readSavedAccount);
  const [initialAccount] = useState(attempt.lastAccount ?? registered ?? savedAccount);
  const { error } = attempt;

  useEffect(() => {
    if (error === null || showFieldError(form, error, ERROR_FIELDS, errorText(error, language))) return;
    const isWrong = error instanceof NamedError && error.errorName === 'credentials-wrong';
    if (isWrong) form.getFieldInstance('password')?.focus({ cursor: 'all' });
  }, [error, form, language]);

  return (
    <EntryForm<Fields>
      form={form}
      submit={t('submit')}
      pending={attempt.isPending}
      initialValues={{ account: initialAccount ?? '', password: '', remember: savedAccount !== null }}
      onSubmit={({ account, password, remember }) => {
        const phone = account.trim();
        attempt.signIn({
          credentials: { phone, pd: passwordDigest(password) },
          remember: remember ? phone : null,
        });
      }}
      onChange={() => error !== null && attempt.reset()}
    >
      {error !== null && findErrorField(error, ERROR_FIELDS) === null ? (
        <FormFailure error={error} />
      ) : (
        message
      )}
      <Form.Item name="account" label={t('account')} rules={[fieldRule(account, language)]}>
        <Input
          autoComplete="username"
          autoFocus={initialAccount === null}
          spellCheck={false}
          autoCapitalize="none"
        />
      </Form.Item>
      <Form.Item
        name="password"
        label={t('password')}
        rules={[fieldRule(typedPassword, language)]}
        extra={capsLock ? t('capsLock') : null}
      >
        <Password
          autoComplete="current-password"
          autoFocus={initialAccount !== null}
          onKeyUp={(event) => setCapsLock(event.getModifierState('CapsLock'))}
        />
      </Form.Item>
      <div className={styles.line}>
        <Form.Item name="remember" valuePropName="checked" noStyle>
          <Checkbox>{t('remember')}</Checkbox>
        </Form.Item>
        <Link to="/findPsd" className={styles.link ?? ''}>
          {t('forgot')}
        </Link>
      </div>
    </EntryForm>
  );
}
