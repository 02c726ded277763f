import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../format/use-format.ts';
import { useLanguage } from '../../../i18n/i18n.ts';
import { useNow } from '../../../ui/use-now.ts';
import { useScreenSource } from '../screen-source.ts';
import type { BoxContentProps } from './box-content.ts';
import styles from './boxes.module.css';

/** Time and day of the account's zone, by the server's clock, with a title. */
export function ClockBox({ box: { title } }: BoxContentProps) {
  const { t } = useTranslation('screens');
  const { timeZone, formatDateTime } = useFormat();
  const locale = useLanguage() === 'zh_CN' ? 'zh-CN' : 'en-GB';
  const { now } = useScreenSource();
  useNow(1_000);
  const [day = '', time = ''] = formatDateTime(now()).split(' ');
  const weekday = new Intl.DateTimeFormat(locale, { timeZone, weekday: 'long' }).format(now());
  return (
    <div className={styles.clock} role="timer" aria-label={t('kind.clock')} aria-live="off">
      {title !== '' && <strong>{title}</strong>}
      <b>{time}</b>
      <span>
        {day} {weekday}
      </span>
    </div>
  );
}
