import { Button, Popover } from 'antd';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../format/use-format.ts';
import { usePictureTime } from '../../live/last-picture.ts';
import { useFreshness } from '../../live/live-store.ts';
import { useNow } from '../../ui/use-now.ts';
import { getDisplayedState } from './displayed-state.ts';
import styles from './freshness-indicator.module.css';
import { useLiveControl } from './live-control.ts';

/** Freshness of the live state in a word, always visible; details on click. */
export function FreshnessIndicator() {
  const { t } = useTranslation();
  const { formatDateTime, formatTimeOfDay } = useFormat();
  const { retryNow } = useLiveControl();
  const freshness = useFreshness();
  const now = useNow(1_000);
  const state = getDisplayedState(freshness, now);
  const seconds = Math.max(0, Math.ceil(((freshness.retryAt ?? now) - now) / 1_000));
  const stateText = t(`freshness.${state}`, { seconds });
  const pictureTime = usePictureTime();
  // Stored devices may be of another day.
  const asOf = pictureTime ?? freshness.asOf;
  const ageText =
    asOf !== null && (state !== 'live' || pictureTime !== null)
      ? t('freshness.asOf', { time: pictureTime === null ? formatTimeOfDay(asOf) : formatDateTime(asOf) })
      : null;

  const details = (
    <div className={styles.details}>
      <p>{t(`freshness.explain.${state}`)}</p>
      <p className={styles.muted}>
        {asOf === null ? t('freshness.nothingYet') : t('freshness.asOf', { time: formatDateTime(asOf) })}
      </p>
      {freshness.phase === 'waiting' && (
        <Button size="small" onClick={retryNow}>
          {t('freshness.retry')}
        </Button>
      )}
    </div>
  );

  return (
    <>
      {/* Announced when the state changes, not at each second of the countdown. */}
      <span className="visually-hidden" role="status">
        {t(`freshness.explain.${state}`)}
      </span>
      <Popover
        content={details}
        trigger="click"
        placement="bottomRight"
        // On a phone there is more space beside it than to its left.
        align={{ overflow: { adjustX: false, shiftX: true } }}
      >
        <button
          type="button"
          className={styles.indicator}
          data-state={state}
          data-old={pictureTime !== null}
          // The visible text, so that voice control finds the button.
          aria-label={`${t('freshness.label')}, ${[stateText, ageText].filter(Boolean).join(' ')}`}
        >
          <span className={styles.dot} aria-hidden />
          <span className={styles.state}>{stateText}</span>{' '}
          {ageText && <span className={styles.age}>{ageText}</span>}
        </button>
      </Popover>
    </>
  );
}
