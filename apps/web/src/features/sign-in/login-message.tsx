import { useQueryClient } from '@tanstack/react-query';
import { type ErrorName, NamedError } from '@wakeline/contract/errors';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/i18n.ts';
import { errorText } from '../../service/error-text.ts';
import { SESSION_EXPIRED_KEY, SIGNATURE_REFUSED_KEY } from '../../service/session.ts';
import { PlainAlert } from '../../ui/plain-alert.tsx';
import styles from './login-page.module.css';

interface LoginMessageProps {
  /** True after a registration in this page. */
  readonly registered: boolean;
  /** Why the requested panel is not available. */
  readonly refused: ErrorName | null;
}

/** Message above the first panel: a registration, an expired session or a refusal. */
export function LoginMessage({ registered, refused }: LoginMessageProps) {
  const { t } = useTranslation('signIn');
  const { t: tApp } = useTranslation('app');
  const language = useLanguage();
  const queryClient = useQueryClient();
  const sessionEnded = queryClient.getQueryData<boolean>(SESSION_EXPIRED_KEY) === true;
  const signatureError = queryClient.getQueryData<ErrorName | null>(SIGNATURE_REFUSED_KEY) ?? null;
  const className = styles.alert ?? '';

  if (registered) return <PlainAlert type="success" text={t('registered')} className={className} />;
  if (signatureError !== null) {
    const text = errorText(new NamedError(signatureError), language);
    return <PlainAlert type="error" text={text} className={className} />;
  }
  if (refused !== null) {
    const text = errorText(new NamedError(refused), language);
    return <PlainAlert type="info" text={text} className={className} />;
  }
  if (sessionEnded) return <PlainAlert type="info" text={tApp('sessionGone')} className={className} />;
  return null;
}
