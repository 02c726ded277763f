import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { formatBytes } from '../../format/format-bytes.ts';
import { useFormat } from '../../format/use-format.ts';
import { QueryContent } from '../../parts/settings/query-content.tsx';
import styles from '../../parts/settings/record-list.module.css';
import { SettingsSection } from '../../parts/settings/setting.tsx';
import { useClient } from '../../service/client.ts';
import { USER_QUERIES } from '../../service/session.ts';
import { useNow } from '../../ui/use-now.ts';

/** Positions are measured over this time. */
const REFRESH_MS = 10_000;

/** What the operator limits the account to, and how much of it is used. */
export function AccountLimits() {
  const { t } = useTranslation('settings');
  const { formatCount, formatDateTime, formatRelativeTime } = useFormat();
  const client = useClient();
  const now = useNow(REFRESH_MS);
  const limits = useQuery({
    queryKey: [USER_QUERIES, 'account-limits'],
    queryFn: ({ signal }) => client.call('queryAccountLimits', {}, { signal }),
    refetchInterval: REFRESH_MS,
  });
  const formatTenths = (count: number) => formatCount(Math.round(count * 10) / 10);

  function describe(used: number | null, limit: number | null, format: (value: number) => string): string {
    if (limit === null)
      return used === null ? t('limits.unlimited') : t('limits.used', { used: format(used) });
    return t('limits.usedOf', { used: format(used ?? 0), limit: format(limit) });
  }

  return (
    <SettingsSection title={t('limits.title')} description={t('limits.about')}>
      <QueryContent query={limits}>
        {({ positionsPerSecond, consoles, fileBytes }) => (
          <ul className={styles.list} aria-label={t('limits.title')}>
            <li>
              <div className={styles.text}>
                <strong>{t('limits.positions')}</strong>
                <span>{describe(positionsPerSecond.used, positionsPerSecond.limit, formatTenths)}</span>
                {positionsPerSecond.limitedAt !== null && (
                  <span title={formatDateTime(positionsPerSecond.limitedAt)}>
                    {t('limits.limited', { ago: formatRelativeTime(positionsPerSecond.limitedAt, now) })}
                  </span>
                )}
              </div>
            </li>
            <li>
              <div className={styles.text}>
                <strong>{t('limits.consoles')}</strong>
                <span>{describe(consoles.used, consoles.limit, formatCount)}</span>
              </div>
            </li>
            <li>
              <div className={styles.text}>
                <strong>{t('limits.files')}</strong>
                <span>{describe(fileBytes.used, fileBytes.limit, formatBytes)}</span>
              </div>
            </li>
          </ul>
        )}
      </QueryContent>
    </SettingsSection>
  );
}
