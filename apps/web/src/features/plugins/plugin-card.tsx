import { useTranslation } from 'react-i18next';
import { useFormat } from '../../format/use-format.ts';
import styles from './app-center.module.css';
import type { Plugins } from './use-plugins.ts';

/** One function: its name, description, and whether the account has it. */
export function PluginCard({
  plugin: { role, state, validUntil },
}: {
  readonly plugin: Plugins['list'][number];
}) {
  const { t } = useTranslation('plugins');
  const { formatDateTime } = useFormat();
  const end = validUntil === null ? null : formatDateTime(validUntil);
  return (
    <li className={styles.card} data-state={state}>
      <div className={styles.head}>
        <h3>{t(`name.${role}`)}</h3>
        <span className={styles.state}>{t(`state.${state}`)}</span>
      </div>
      <p>{t(`about.${role}`)}</p>
      {state !== 'absent' && (
        <small>
          {end === null ? t('noEnd') : t(state === 'expired' ? 'expiredAt' : 'until', { time: end })}
        </small>
      )}
    </li>
  );
}
