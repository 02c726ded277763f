import { useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Checkbox, Form, Input, type InputRef } from 'antd';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/i18n.ts';
import { errorText, retryAfter } from '../../service/error-text.ts';
import { SESSION_ENDED_KEY } from '../../service/session.ts';
import styles from './login-page.module.css';
import { rememberedAccount } from './remembered.ts';
import { type SignInForm, useSignIn } from './use-sign-in.ts';

/** Account and password. Every field is judged when it is left, and all of them when the form is sent. */
export function LoginForm() {
  const { t } = useTranslation('login');
  const { t: app } = useTranslation('app');
  const language = useLanguage();
  const ended = useQueryClient().getQueryData<boolean>(SESSION_ENDED_KEY) === true;
  const signIn = useSignIn();
  const password = useRef<InputRef>(null);
  const [capsLock, setCapsLock] = useState(false);
  const [account] = useState(rememberedAccount);
  const wait = retryAfter(signIn.error);

  const said = signIn.error
    ? [errorText(signIn.error, language), wait === null ? null : t('wait', { count: wait })]
        .filter(Boolean)
        .join(' · ')
    : null;

  return (
    <Form<SignInForm>
      layout="vertical"
      size="large"
      validateTrigger="onBlur"
      initialValues={{ account: account ?? '', password: '', remember: account !== null }}
      onFinish={(form) => signIn.mutate(form, { onError: () => password.current?.focus({ cursor: 'all' }) })}
      onValuesChange={() => signIn.error && signIn.reset()}
    >
      {said !== null && <Alert type="error" showIcon title={said} className={styles.alert ?? ''} />}
      {said === null && ended && (
        <Alert type="info" showIcon title={app('sessionGone')} className={styles.alert ?? ''} />
      )}
      <Form.Item
        name="account"
        label={t('account')}
        rules={[{ required: true, whitespace: true, message: t('accountEmpty') }]}
      >
        <Input autoComplete="username" maxLength={64} autoFocus={account === null} spellCheck={false} />
      </Form.Item>
      <Form.Item
        name="password"
        label={t('password')}
        rules={[{ required: true, whitespace: true, message: t('passwordEmpty') }]}
        extra={capsLock ? t('capsLock') : null}
      >
        <Input.Password
          ref={password}
          autoComplete="current-password"
          autoFocus={account !== null}
          onKeyUp={(event) => setCapsLock(event.getModifierState('CapsLock'))}
        />
      </Form.Item>
      <Form.Item name="remember" valuePropName="checked" noStyle>
        <Checkbox>{t('remember')}</Checkbox>
      </Form.Item>
      <Button
        type="primary"
        htmlType="submit"
        block
        loading={signIn.isPending}
        className={styles.submit ?? ''}
      >
        {t('submit')}
      </Button>
    </Form>
  );
}
