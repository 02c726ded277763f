import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../format/use-format.ts';
import { EventMarkerIcon } from '../../../map/icons/event-marker-icon.tsx';
import { STAY_MARKERS } from '../../../map/icons/stay-markers.ts';
import type { StayMarker } from '../../../map/replay/track-markers.ts';
import styles from './stay-list.module.css';

interface StayListProps {
  readonly stays: readonly StayMarker[];
  /** Index of the selected stay. */
  readonly selected: number | null;
  readonly onSelect: (index: number) => void;
}

const ROW_HEIGHT = 48;

/** The stays of the device, oldest first, as a virtual list. */
export function StayList({ stays, selected, onSelect }: StayListProps) {
  const { t } = useTranslation('replaySingle');
  const { formatDateTime } = useFormat();
  const scroll = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: stays.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 6,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list follows the selection, not its own scrolling
  useEffect(() => {
    if (selected !== null) virtual.scrollToIndex(selected, { align: 'auto' });
  }, [selected]);
  if (stays.length === 0) return <p className={styles.none}>{t('stay.none')}</p>;
  return (
    <div ref={scroll} className={styles.scroll}>
      <ol className={styles.list} aria-label={t('stay.title')} style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, start }) => {
          const stay = stays[index];
          if (stay === undefined) return null;
          const { status, startTime, endTime, text } = stay;
          return (
            <li
              key={index}
              aria-setsize={stays.length}
              aria-posinset={index + 1}
              style={{ transform: `translateY(${start}px)`, height: ROW_HEIGHT }}
            >
              <button type="button" aria-pressed={index === selected} onClick={() => onSelect(index)}>
                <EventMarkerIcon shape={STAY_MARKERS[status]} size={26} />
                <span className={styles.details}>
                  <span>{t(`stay.status.${status}`)}</span>
                  <time>
                    {formatDateTime(startTime).slice(5, 16)} –{' '}
                    {formatEnd(formatDateTime(startTime), formatDateTime(endTime))}
                  </time>
                </span>
                <strong>{text}</strong>
              </button>
            </li>
          );
        })}
      </ol>
    </div>
  );
}

/** The end time, without the day if it is the same. */
function formatEnd(start: string, end: string): string {
  return start.slice(0, 10) === end.slice(0, 10) ? end.slice(11, 16) : end.slice(5, 16);
}
