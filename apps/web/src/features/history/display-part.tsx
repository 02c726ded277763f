import { Checkbox, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { LINE_COLORS, type ReplayView, WAKES, type Wake } from '../replay/replay-address.ts';
import styles from './display-part.module.css';
import type { TrackNotices } from './use-track-notices.ts';

interface DisplayPartProps {
  readonly shown: ReplayView;
  readonly onChange: (change: Partial<ReplayView>) => void;
  readonly noticesShown: boolean;
  readonly onNotices: (shown: boolean) => void;
  readonly notices: TrackNotices;
}

/** How the track is drawn: its trail, its colours, and the notices on it. */
export function DisplayPart({ shown, onChange, noticesShown, onNotices, notices }: DisplayPartProps) {
  const { t } = useTranslation('history');
  return (
    <section className={styles.part} aria-label={t('display.title')}>
      <label className={styles.line} htmlFor="history-wake">
        <span>{t('display.wake')}</span>
        <Select<Wake | 'all'>
          id="history-wake"
          size="small"
          className={styles.select ?? ''}
          value={shown.wake ?? 'all'}
          options={WAKES.map((minutes) => ({
            value: minutes ?? 'all',
            label:
              minutes === null
                ? t('display.wakeAll')
                : minutes === 0
                  ? t('display.wakeNone')
                  : t('display.minutes', { count: minutes }),
          }))}
          onChange={(wake) => onChange({ wake: wake === 'all' ? null : wake })}
        />
      </label>
      <label className={styles.line} htmlFor="history-color">
        <span>{t('display.color')}</span>
        <Select
          id="history-color"
          size="small"
          className={styles.select ?? ''}
          value={shown.color}
          options={LINE_COLORS.map((value) => ({ value, label: t(`display.colors.${value}`) }))}
          onChange={(color) => onChange({ color })}
        />
      </label>
      <Checkbox checked={noticesShown} onChange={({ target }) => onNotices(target.checked)}>
        {t('display.notices')}
        {noticesShown && notices.list.length > 0 && (
          <span className={styles.count}>{notices.list.length}</span>
        )}
      </Checkbox>
      {noticesShown && notices.error !== null && (
        <p className={styles.hint} role="alert">
          {t('display.noticesFailed')}
        </p>
      )}
      {noticesShown && notices.more && <p className={styles.hint}>{t('display.noticesMore')}</p>}
    </section>
  );
}
