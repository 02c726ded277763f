import { useQueryClient } from '@tanstack/react-query';
import { type ErrorName, NamedError } from '@wakeline/contract/errors';
import { Alert } from 'antd';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/i18n.ts';
import { errorText } from '../../service/error-text.ts';
import { SESSION_ENDED_KEY, SIGNATURE_REFUSED_KEY } from '../../service/session.ts';
import styles from './login-page.module.css';

interface LoginNewsProps {
  /** Whether somebody has just registered here. */
  readonly registered: boolean;
  /** Why the panel that was asked for is not there. */
  readonly refused: ErrorName | null;
}

/** Above the first panel: what has happened before somebody came to it. */
export function LoginNews({ registered, refused }: LoginNewsProps) {
  const { t } = useTranslation('signIn');
  const { t: app } = useTranslation('app');
  const language = useLanguage();
  const queries = useQueryClient();
  const ended = queries.getQueryData<boolean>(SESSION_ENDED_KEY) === true;
  const signature = queries.getQueryData<ErrorName | null>(SIGNATURE_REFUSED_KEY) ?? null;
  const className = styles.alert ?? '';

  if (registered) return <Alert type="success" showIcon title={t('registered')} className={className} />;
  if (signature !== null) {
    const text = errorText(new NamedError(signature), language);
    return <Alert type="error" showIcon title={text} className={className} />;
  }
  if (refused !== null) {
    const text = errorText(new NamedError(refused), language);
    return <Alert type="info" showIcon title={text} className={className} />;
  }
  if (ended) return <Alert type="info" showIcon title={app('sessionGone')} className={className} />;
  return null;
}
