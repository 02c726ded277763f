import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../format/use-format.ts';
import { useFleet } from '../fleet.ts';
import { useBoxData, useScreenSource } from '../screen-source.ts';
import type { BoxContentProps } from './box-content.ts';
import { BoxEmpty } from './box-empty.tsx';
import styles from './boxes.module.css';

/** Circumference of the ring. */
const LENGTH = 2 * Math.PI * 42;

/** The share of devices that are online now, as a ring, and the online rate of today. */
export function OnlineRateBox({ box: { boxId, groupId } }: BoxContentProps) {
  const { t } = useTranslation('screens');
  const { formatCount } = useFormat();
  const { isReady } = useScreenSource();
  const { counts } = useFleet(groupId);
  const today = useBoxData(boxId, 'onlineRate')?.today ?? null;
  if (!isReady) return <BoxEmpty text={null} />;
  if (counts.all === 0) return <BoxEmpty text={t('noDevices')} />;
  const online = counts.all - counts.OFFLINE;
  const share = online / counts.all;
  const percent = `${Math.floor(share * 100)} %`;
  return (
    <div className={styles.ring}>
      <svg viewBox="0 0 100 100" role="img" aria-label={t('ring', { percent })}>
        <circle cx="50" cy="50" r="42" />
        <circle cx="50" cy="50" r="42" strokeDasharray={`${share * LENGTH} ${LENGTH}`} data-value />
        <text x="50" y="50">
          {percent}
        </text>
      </svg>
      <dl>
        <div>
          <dt>{t('figure.online')}</dt>
          <dd>
            {formatCount(online)} / {formatCount(counts.all)}
          </dd>
        </div>
        <div>
          <dt>{t('onlineToday')}</dt>
          <dd>{today === null ? '—' : `${(today * 100).toFixed(1)} %`}</dd>
        </div>
      </dl>
    </div>
  );
}
