import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/i18n.ts';
import { errorText, retryAfter } from '../../service/error-text.ts';
import { PlainAlert } from '../../ui/plain-alert.tsx';
import styles from './form-failure.module.css';

/** Why the form was refused, shown above it, with the waiting time if the server gives one. */
export function FormFailure({ error }: { readonly error: unknown }) {
  const { t } = useTranslation('signIn');
  const language = useLanguage();
  const waitSeconds = retryAfter(error);
  const messages = [
    errorText(error, language),
    waitSeconds === null ? null : t('wait', { count: waitSeconds }),
  ];
  return (
    <PlainAlert type="error" text={messages.filter(Boolean).join(' · ')} className={styles.alert ?? ''} />
  );
}
