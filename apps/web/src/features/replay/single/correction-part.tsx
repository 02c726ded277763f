import type { Correction } from '@wakeline/contract/replay/tracks';
import type { CorrectionReport } from '@wakeline/domain/correction/correct';
import { Checkbox, Segmented } from 'antd';
import { useTranslation } from 'react-i18next';
import { distance } from '../../../format/quantities.ts';
import { useFormat } from '../../../format/use-format.ts';
import { useLanguage } from '../../../i18n/i18n.ts';
import { errorText } from '../../../service/error-text.ts';
import { useWritten } from './charts/plot.tsx';
import styles from './display-part.module.css';
import type { Roads } from './use-roads.ts';

interface CorrectionPartProps {
  readonly correction: Correction;
  readonly onCorrection: (correction: Correction) => void;
  /** Null: nothing was corrected, or not yet. */
  readonly changes: CorrectionReport | null;
  /** Whether fixes are missing in what was corrected. */
  readonly partly: boolean;
  /** Whether it is the present that is shown: that is not corrected. */
  readonly live: boolean;
  /** Whether the operator has a service that finds the roads. */
  readonly matching: boolean;
  readonly roads: Roads;
  readonly roadsShown: boolean;
  readonly onRoads: (shown: boolean) => void;
}

/** What is done to the fixes before they are shown, and what it changed. None is always the track as it came. */
export function CorrectionPart({
  correction,
  onCorrection,
  changes,
  partly,
  live,
  matching,
  roads,
  roadsShown,
  onRoads,
}: CorrectionPartProps) {
  const { t } = useTranslation('replaySingle');
  const language = useLanguage();
  return (
    <section className={styles.part} aria-label={t('correction.title')}>
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
          onChange={onCorrection}
        />
      </div>
      {correction === 'intelligent' && live && <p className={styles.hint}>{t('correction.live')}</p>}
      {correction === 'intelligent' && changes !== null && <Changes changes={changes} />}
      {correction === 'intelligent' && changes !== null && partly && (
        <p className={styles.hint}>{t('correction.partly')}</p>
      )}
      {matching && (
        <Checkbox checked={roadsShown} onChange={({ target }) => onRoads(target.checked)}>
          {t('correction.roads')}
        </Checkbox>
      )}
      {roadsShown && roads.loading && (
        <p className={styles.hint} role="status">
          {t('correction.roadsLoading')}
        </p>
      )}
      {roadsShown && roads.error !== null && (
        <p className={styles.hint} role="alert">
          {errorText(roads.error, language)}
        </p>
      )}
      {roadsShown && roads.unmatched > 0 && (
        <p className={styles.hint}>{t('correction.unmatched', { count: roads.unmatched })}</p>
      )}
    </section>
  );
}

function Changes({ changes }: { readonly changes: CorrectionReport }) {
  const { t } = useTranslation('replaySingle');
  const { count } = useFormat();
  const write = useWritten();
  const { removed, stands, moved, meanMove, largestMove } = changes;
  const nothing = removed.length === 0 && stands.length === 0 && moved === 0;
  if (nothing) return <p className={styles.hint}>{t('correction.nothing')}</p>;
  return (
    <div role="status">
      <ul className={styles.facts}>
        {removed.length > 0 && (
          <li>{t('correction.removed', { count: removed.length, formatted: count(removed.length) })}</li>
        )}
        {stands.length > 0 && (
          <li>{t('correction.gathered', { count: stands.length, formatted: count(stands.length) })}</li>
        )}
        {moved > 0 && (
          <li>
            {t('correction.moved', {
              count: moved,
              formatted: count(moved),
              mean: write(distance(meanMove)),
              largest: write(distance(largestMove)),
            })}
          </li>
        )}
      </ul>
      <p className={styles.hint}>{t('correction.raw')}</p>
    </div>
  );
}
