import { Alert } from 'antd';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/i18n.ts';
import { errorText, retryAfter } from '../../service/error-text.ts';
import styles from './form-failure.module.css';

/** Above a form: why it was refused, and for how long where the server says so. */
export function FormFailure({ error }: { readonly error: unknown }) {
  const { t } = useTranslation('signIn');
  const language = useLanguage();
  const wait = retryAfter(error);
  const said = [errorText(error, language), wait === null ? null : t('wait', { count: wait })];
  return (
    <Alert type="error" showIcon title={said.filter(Boolean).join(' · ')} className={styles.alert ?? ''} />
  );
}
