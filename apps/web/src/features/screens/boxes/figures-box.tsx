import type { BigFigure } from '@wakeline/domain/screens/box-kinds';
import type { CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDistance } from '../../../format/quantities.ts';
import { useFormat } from '../../../format/use-format.ts';
import type { Counts } from '../../../live/tracker-store.ts';
import { StatusIcon } from '../../../parts/devices/status-icon.tsx';
import { useFleet } from '../fleet.ts';
import { useBoxData, useScreenSource } from '../screen-source.ts';
import type { BoxContentProps } from './box-content.ts';
import styles from './boxes.module.css';

const STATUS_OF = { running: 'RUNNING', stopped: 'STOP', offline: 'OFFLINE', sos: 'SOS' } as const;

function countOf(figure: Exclude<BigFigure, 'mileageToday'>, counts: Counts): number {
  if (figure === 'devices') return counts.all;
  return figure === 'online' ? counts.all - counts.OFFLINE : counts[STATUS_OF[figure]];
}

/** Large figures: counts by status, and the mileage of today. */
export function FiguresBox({ box: { boxId, groupId, options } }: BoxContentProps) {
  const { t } = useTranslation(['screens', 'format']);
  const { formatCount } = useFormat();
  const { isReady } = useScreenSource();
  const { counts } = useFleet(groupId);
  const metres = useBoxData(boxId, 'figures')?.mileageToday ?? null;
  return (
    <dl className={styles.figures}>
      {options.figures.map((figure) => {
        const status = figure in STATUS_OF ? STATUS_OF[figure as keyof typeof STATUS_OF] : null;
        const distance = figure === 'mileageToday' && metres !== null ? formatDistance(metres) : null;
        const count = figure !== 'mileageToday' && isReady ? countOf(figure, counts) : null;
        const text = distance?.value ?? (count === null ? '—' : formatCount(count));
        return (
          <div key={figure} data-alarm={figure === 'sos' && (count ?? 0) > 0}>
            <dt>
              {status !== null && <StatusIcon status={status} size={14} />}
              {t(`screens:figure.${figure}`)}
            </dt>
            <dd style={{ '--characters': text.length } as CSSProperties}>
              {text}
              {distance !== null && <small>{t(`format:unit.${distance.unit}`)}</small>}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}
