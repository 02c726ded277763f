import { useMutation, useQueryClient } from '@tanstack/react-query';
import { NamedError } from '@wakeline/contract/errors';
import { Form } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, Navigate, useNavigate } from 'react-router';
import { useLanguage } from '../../../i18n/i18n.ts';
import { NewPasswordFields } from '../../../parts/credentials/new-password-fields.tsx';
import { passwordDigest } from '../../../parts/credentials/password.ts';
import { RevokeLinksField } from '../../../parts/credentials/revoke-links-field.tsx';
import { type ErrorFields, showFieldError } from '../../../parts/forms/field-error.ts';
import { FormFailure } from '../../../parts/forms/form-failure.tsx';
import { useClient } from '../../../service/client.ts';
import { errorText } from '../../../service/error-text.ts';
import { SESSION_KEY } from '../../../service/session.ts';
import { EntryForm } from '../entry-form.tsx';
import { LoginFrame } from '../login-frame.tsx';
import styles from '../login-page.module.css';
import { RESET_TOKEN_EXPIRED, readResetToken, storeResetToken } from './reset-token.ts';

interface Fields {
  readonly password: string;
  readonly confirm: string;
  readonly withdrawLinks: boolean;
}

const ERROR_FIELDS = {
  'password-common': 'password',
  'password-same': 'password',
} as const satisfies ErrorFields<keyof Fields>;

/** Second step of password recovery: a new password. Without the first step it redirects there. */
export function ResetPasswordPage() {
  const { t } = useTranslation('signIn');
  const language = useLanguage();
  const client = useClient();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const [resetToken] = useState(readResetToken);
  const [form] = Form.useForm<Fields>();
  const [refused, setRefused] = useState<unknown>(null);

  const reset = useMutation({
    // The mutation's variables are dropped with the form.
    gcTime: 0,
    mutationFn: ({ resetToken, password, withdrawLinks }: Fields & { readonly resetToken: string }) =>
      client.call('resetPd', { ticket: resetToken, newPD: passwordDigest(password), withdrawLinks }),
    onSuccess() {
      storeResetToken(null);
      // The session of this browser may be among those that were ended.
      void queryClient.invalidateQueries({ queryKey: SESSION_KEY });
      void navigate('/resetSuccess', { replace: true });
    },
    onError(error) {
      if (error instanceof NamedError && error.errorName === 'ticket-gone') {
        storeResetToken(null);
        void navigate('/findPsd', { replace: true, state: RESET_TOKEN_EXPIRED });
      } else if (!showFieldError(form, error, ERROR_FIELDS, errorText(error, language))) setRefused(error);
    },
  });

  if (resetToken === null) return <Navigate to="/findPsd" replace />;
  return (
    <LoginFrame>
      <h2 className={styles.title}>{t('title.resetPassword')}</h2>
      <EntryForm<Fields>
        form={form}
        submit={t('setPassword')}
        pending={reset.isPending}
        initialValues={{ password: '', confirm: '', withdrawLinks: false }}
        onSubmit={(fields) => reset.mutate({ resetToken, ...fields })}
        onChange={() => setRefused(null)}
      >
        {refused !== null && <FormFailure error={refused} />}
        <NewPasswordFields label={t('newPassword')} autoFocus />
        <RevokeLinksField />
      </EntryForm>
      <nav className={styles.links} aria-label={t('ways')}>
        <Link to="/login" className={styles.link ?? ''}>
          {t('toSignIn')}
        </Link>
      </nav>
    </LoginFrame>
  );
}
