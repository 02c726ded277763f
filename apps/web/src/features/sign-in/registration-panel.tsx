import { useMutation } from '@tanstack/react-query';
import { NamedError } from '@wakeline/contract/errors';
import { Form } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/i18n.ts';
import { CodeField } from '../../parts/credentials/code-field.tsx';
import { NewPasswordFields } from '../../parts/credentials/new-password-fields.tsx';
import { passwordDigest } from '../../parts/credentials/password.ts';
import { PhoneField } from '../../parts/credentials/phone-field.tsx';
import { type ErrorFields, showFieldError } from '../../parts/forms/field-error.ts';
import { FormFailure } from '../../parts/forms/form-failure.tsx';
import { useLoginConfig } from '../../service/branding.ts';
import { useClient } from '../../service/client.ts';
import { errorText } from '../../service/error-text.ts';
import { getLinkCode } from '../../service/link-code.ts';
import { EntryForm } from './entry-form.tsx';

interface Fields {
  readonly phone: string;
  readonly code: string;
  readonly password: string;
  readonly confirm: string;
}

const ERROR_FIELDS = {
  'phone-taken': 'phone',
  'login-taken': 'phone',
  'code-wrong': 'code',
  'password-common': 'password',
} as const satisfies ErrorFields<keyof Fields>;

export interface RegistrationPanelProps {
  /** Initial value, as typed in another panel. */
  readonly phone: string;
  readonly onPhone: (phone: string) => void;
  readonly onRegistered: (phone: string) => void;
}

/** Registers an account for a phone number that is verified by a code. */
export function RegistrationPanel({ phone, onPhone, onRegistered }: RegistrationPanelProps) {
  const { t } = useTranslation('signIn');
  const language = useLanguage();
  const client = useClient();
  const [form] = Form.useForm<Fields>();
  const { refetch } = useLoginConfig();
  const [refused, setRefused] = useState<unknown>(null);

  function showRefusal(error: unknown): void {
    setRefused(error);
    // Registration was closed meanwhile: refetches the configuration, so that the first panel shows the message.
    if (error instanceof NamedError && error.errorName === 'registration-closed') void refetch();
  }

  const registration = useMutation({
    // The mutation's variables are dropped with the form.
    gcTime: 0,
    async mutationFn({ phone, code, password }: Fields) {
      const t = getLinkCode();
      await client.call('register', {
        phone,
        code,
        pd: passwordDigest(password),
        ...(t === null ? {} : { t }),
        lang: language,
      });
    },
    onSuccess: (_result, { phone }) => onRegistered(phone),
    onError(error) {
      if (!showFieldError(form, error, ERROR_FIELDS, errorText(error, language))) showRefusal(error);
    },
  });

  return (
    <EntryForm<Fields>
      form={form}
      submit={t('register')}
      pending={registration.isPending}
      initialValues={{ phone, code: '', password: '', confirm: '' }}
      onSubmit={(fields) => registration.mutate(fields)}
      onChange={({ phone: typed }: Partial<Fields>) => {
        if (typed !== undefined) onPhone(typed);
        setRefused(null);
      }}
    >
      {refused !== null && <FormFailure error={refused} />}
      <PhoneField autoComplete="username" autoFocus />
      <CodeField purpose="registration" onRefused={showRefusal} />
      <NewPasswordFields label={t('password')} />
    </EntryForm>
  );
}
