import type { Correction } from '@wakeline/contract/replay/tracks';
import type { CorrectionReport } from '@wakeline/domain/correction/correct';
import { Checkbox, Segmented } from 'antd';
import { useTranslation } from 'react-i18next';
import { formatDistance } from '../../../format/quantities.ts';
import { useFormat } from '../../../format/use-format.ts';
import { useLanguage } from '../../../i18n/i18n.ts';
import { errorText } from '../../../service/error-text.ts';
import { useQuantityText } from './charts/plot.tsx';
import styles from './display-section.module.css';
import type { Roads } from './use-roads.ts';

interface CorrectionSectionProps {
  readonly correction: Correction;
  readonly onCorrectionChange: (correction: Correction) => void;
  /** Null: not corrected, or not yet. */
  readonly changes: CorrectionReport | null;
  /** Whether the corrected track is incomplete. */
  readonly isPartial: boolean;
  /** Whether live mode is on, which is not corrected. */
  readonly live: boolean;
  /** Whether the operator has a map matching service. */
  readonly matching: boolean;
  readonly roads: Roads;
  readonly roadsVisible: boolean;
  readonly onRoadsVisible: (visible: boolean) => void;
}

/** The correction of the track and its changes. `none` is always the raw track. */
export function CorrectionSection({
  correction,
  onCorrectionChange,
  changes,
  isPartial,
  live,
  matching,
  roads,
  roadsVisible,
  onRoadsVisible,
}: CorrectionSectionProps) {
  const { t } = useTranslation('replaySingle');
  const language = useLanguage();
  return (
    <section className={styles.section} aria-label={t('correction.title')}>
      <div className={styles.line}>
        <span id="history-correction">{t('correction.title')}</span>
        <Segmented<Correction>
          size="small"
          aria-labelledby="history-correction"
          value={correction}
          options={[
            { value: 'none', label: t('correction.none') },
            { value: 'intelligent', label: t('correction.intelligent') },
          ]}
          onChange={onCorrectionChange}
        />
      </div>
      {correction === 'intelligent' && live && <p className={styles.hint}>{t('correction.live')}</p>}
      {correction === 'intelligent' && changes !== null && <Changes changes={changes} />}
      {correction === 'intelligent' && changes !== null && isPartial && (
        <p className={styles.hint}>{t('correction.partly')}</p>
      )}
      {matching && (
        <Checkbox checked={roadsVisible} onChange={({ target }) => onRoadsVisible(target.checked)}>
          {t('correction.roads')}
        </Checkbox>
      )}
      {roadsVisible && roads.loading && (
        <p className={styles.hint} role="status">
          {t('correction.roadsLoading')}
        </p>
      )}
      {roadsVisible && roads.error !== null && (
        <p className={styles.hint} role="alert">
          {errorText(roads.error, language)}
        </p>
      )}
      {roadsVisible && roads.unmatched > 0 && (
        <p className={styles.hint}>{t('correction.unmatched', { count: roads.unmatched })}</p>
      )}
    </section>
  );
}

function Changes({ changes }: { readonly changes: CorrectionReport }) {
  const { t } = useTranslation('replaySingle');
  const { formatCount } = useFormat();
  const formatText = useQuantityText();
  const { removed, stationaryPeriods, moved, meanMove, largestMove } = changes;
  const isUnchanged = removed.length === 0 && stationaryPeriods.length === 0 && moved === 0;
  if (isUnchanged) return <p className={styles.hint}>{t('correction.nothing')}</p>;
  return (
    <div role="status">
      <ul className={styles.details}>
        {removed.length > 0 && (
          <li>
            {t('correction.removed', { count: removed.length, formatted: formatCount(removed.length) })}
          </li>
        )}
        {stationaryPeriods.length > 0 && (
          <li>
            {t('correction.gathered', {
              count: stationaryPeriods.length,
              formatted: formatCount(stationaryPeriods.length),
            })}
          </li>
        )}
        {moved > 0 && (
          <li>
            {t('correction.moved', {
              count: moved,
              formatted: formatCount(moved),
              mean: formatText(formatDistance(meanMove)),
              largest: formatText(formatDistance(largestMove)),
            })}
          </li>
        )}
      </ul>
      <p className={styles.hint}>{t('correction.raw')}</p>
    </div>
  );
}
