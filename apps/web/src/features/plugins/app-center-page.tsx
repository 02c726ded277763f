import { Button, Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/i18n.ts';
import { errorText } from '../../service/error-text.ts';
import { Screen } from '../../ui/screen.tsx';
import { ActivationForm } from './activation-form.tsx';
import styles from './app-center.module.css';
import { PluginCard } from './plugin-card.tsx';
import { usePlugins } from './use-plugins.ts';

/** The functions of the product: what each does, which the account has and until when, and how to add more. */
export function AppCenterPage() {
  const { t } = useTranslation('plugins');
  const { t: tApp } = useTranslation('app');
  const language = useLanguage();
  const { data, error, refetch } = usePlugins();

  if (data === undefined) {
    return (
      <Screen title={t('title')}>
        {error === null ? (
          <Skeleton active title={false} paragraph={{ rows: 8 }} />
        ) : (
          <div className={styles.failure} role="alert">
            <p>{errorText(error, language)}</p>
            <Button onClick={() => void refetch()}>{tApp('action.retry')}</Button>
          </div>
        )}
      </Screen>
    );
  }
  const { list, dealer, abilities } = data;
  return (
    <Screen title={t('title')}>
      <div className={styles.acquire}>
        <section aria-label={t('buy')}>
          <h2>{t('buy')}</h2>
          {dealer === null ? (
            <p>{t('noDealer')}</p>
          ) : (
            <p>
              {t('dealer')}
              <strong>{dealer.name}</strong>
              <span className={styles.contact}>{dealer.contact}</span>
            </p>
          )}
        </section>
        {abilities.activate && <ActivationForm />}
      </div>
      <ul className={styles.grid} aria-label={t('title')}>
        {list.map((plugin) => (
          <PluginCard key={plugin.role} plugin={plugin} />
        ))}
      </ul>
    </Screen>
  );
}
