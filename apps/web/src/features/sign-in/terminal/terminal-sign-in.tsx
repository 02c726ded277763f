import { useMutation } from '@tanstack/react-query';
import { Form, Input } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormFailure } from '../../../parts/forms/form-failure.tsx';
import { useClient } from '../../../service/client.ts';
import { EntryForm } from '../entry-form.tsx';
import styles from '../login-page.module.css';
import type { TerminalSession } from './terminal-session.ts';

interface Fields {
  readonly cardNumber: string;
  readonly password: string;
}

interface TerminalSignInProps {
  readonly onSignedIn: (session: TerminalSession) => void;
}

/** Card number and password of the communication account. */
export function TerminalSignIn({ onSignedIn }: TerminalSignInProps) {
  const { t } = useTranslation('signIn');
  const client = useClient();
  const [form] = Form.useForm<Fields>();
  const [refused, setRefused] = useState<unknown>(null);
  const signIn = useMutation({
    mutationFn: (fields: Fields) => client.call('signInTerminal', fields),
    onSuccess: ({ token, bdUserName, cardNumber }) => onSignedIn({ token, bdUserName, cardNumber }),
    onError: setRefused,
  });
  return (
    <>
      <h2 className={styles.title}>{t('terminal.title')}</h2>
      <EntryForm<Fields>
        form={form}
        submit={t('terminal.submit')}
        pending={signIn.isPending}
        initialValues={{ cardNumber: '', password: '' }}
        onSubmit={(fields) => signIn.mutate(fields)}
        onChange={() => setRefused(null)}
      >
        {refused !== null && <FormFailure error={refused} />}
        <Form.Item
          name="cardNumber"
          label={t('terminal.cardNumber')}
          rules={[
            { pattern: /^\s*(\d{7,8}|\d{15})\s*$/, message: t('terminal.cardNumberRule'), required: true },
          ]}
        >
          <Input inputMode="numeric" autoComplete="username" maxLength={15} autoFocus />
        </Form.Item>
        <Form.Item
          name="password"
          label={t('terminal.password')}
          rules={[{ required: true, message: t('terminal.passwordRule') }]}
        >
          <Input.Password autoComplete="current-password" maxLength={12} />
        </Form.Item>
      </EntryForm>
    </>
  );
}
