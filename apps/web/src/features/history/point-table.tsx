import { useVirtualizer } from '@tanstack/react-virtual';
import { indexAt, known } from '@wakeline/domain/playback';
import { seek } from '@wakeline/domain/replay-clock';
import type { Track } from '@wakeline/domain/track';
import { Button } from 'antd';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { altitude, course, distance, percent, type Quantity, speed } from '../../format/quantities.ts';
import { useFormat } from '../../format/use-format.ts';
import { Value } from '../../format/value.tsx';
import { type ClockStore, useClock } from '../replay/clock-store.ts';
import styles from './point-table.module.css';
import { NOTHING_POINTED, type PointedStore } from './pointed-store.ts';

interface PointTableProps {
  readonly track: Track;
  readonly clock: ClockStore;
  readonly pointed: PointedStore;
  readonly onSettled: () => void;
}

const ROW = 30;
/** Browsers draw no box higher than some 16 million pixels: a longer track is shown in parts of this many rows. */
const PART = 200_000;
const COLUMNS = [
  'time',
  'speed',
  'course',
  'altitude',
  'battery',
  'gsm',
  'satellites',
  'accuracy',
  'distance',
  'coordinates',
] as const;

/**
 * Every fix of the track; the one of the moment is marked and kept in sight, and so is the one that is pointed at on the map or in a
 * chart. A click goes to its moment.
 */
export function PointTable({ track, clock, pointed, onSettled }: PointTableProps) {
  const { t } = useTranslation('history');
  const { count } = useFormat();
  const current = useClock(clock, ({ time }) => Math.max(0, indexAt(track, time)));
  const here = useStore(pointed, ({ time }) => (time === null ? null : Math.max(0, indexAt(track, time))));
  const followed = here ?? current;
  const scroll = useRef<HTMLDivElement>(null);
  const [browsing, setBrowsing] = useState(false);
  const [part, setPart] = useState(() => Math.floor(current / PART));
  const first = part * PART;
  const rows = Math.min(PART, track.length - first);
  const virtual = useVirtualizer({
    count: rows,
    getScrollElement: () => scroll.current,
    estimateSize: () => ROW,
    overscan: 10,
    // The head lies above the rows in the same box and stays over them.
    scrollMargin: ROW,
    scrollPaddingStart: ROW,
  });

  // Whoever looks through the rows is not carried off.
  // biome-ignore lint/correctness/useExhaustiveDependencies: follows the moment only
  useEffect(() => {
    if (browsing) return;
    const wanted = Math.floor(followed / PART);
    if (wanted !== part) setPart(wanted);
    else virtual.scrollToIndex(followed - first, { align: 'auto' });
  }, [followed, browsing, part]);

  return (
    <div className={styles.frame}>
      <div
        ref={scroll}
        className={styles.scroll}
        onPointerEnter={() => setBrowsing(true)}
        onPointerLeave={() => {
          setBrowsing(false);
          pointed.setState(NOTHING_POINTED);
        }}
      >
        {/* biome-ignore lint/a11y/useSemanticElements: rows of a virtual table stand where they are put, which a table's do not */}
        <div
          role="table"
          className={styles.table}
          aria-label={t('table.title')}
          aria-rowcount={track.length + 1}
          aria-colcount={COLUMNS.length}
        >
          {/* biome-ignore lint/a11y/useSemanticElements: see above */}
          {/* biome-ignore lint/a11y/useFocusableInteractive: the head does nothing */}
          <div role="row" aria-rowindex={1} className={styles.head}>
            {COLUMNS.map((column) => (
              // biome-ignore lint/a11y/useSemanticElements: see above
              // biome-ignore lint/a11y/useFocusableInteractive: the head does nothing
              <span key={column} role="columnheader">
                {t(`table.${column}`)}
              </span>
            ))}
          </div>
          <div className={styles.space} style={{ height: virtual.getTotalSize() }}>
            {virtual.getVirtualItems().map(({ index, start }) => (
              <Row
                key={index}
                track={track}
                index={first + index}
                top={start - ROW}
                current={first + index === current}
                pointed={first + index === here}
                onPoint={() => pointed.setState({ time: track.time[first + index] ?? null, by: 'table' })}
                onChoose={() => {
                  clock.change((before) => seek(before, track.time[first + index] ?? before.time));
                  onSettled();
                }}
              />
            ))}
          </div>
        </div>
      </div>
      {track.length > PART && (
        <footer className={styles.parts}>
          <span>
            {t('table.page', { from: count(first + 1), to: count(first + rows), total: count(track.length) })}
          </span>
          <Button size="small" disabled={part === 0} onClick={() => setPart(part - 1)}>
            {t('table.previous')}
          </Button>
          <Button size="small" disabled={first + rows >= track.length} onClick={() => setPart(part + 1)}>
            {t('table.next')}
          </Button>
        </footer>
      )}
    </div>
  );
}

interface RowProps {
  readonly track: Track;
  readonly index: number;
  readonly top: number;
  readonly current: boolean;
  readonly pointed: boolean;
  readonly onPoint: () => void;
  readonly onChoose: () => void;
}

function Row({ track, index, top, current, pointed, onPoint, onChoose }: RowProps) {
  const { dateTime, coordinates, speedUnits } = useFormat();
  const cell = (column: Float32Array, write: (value: number) => Quantity) => {
    const value = known(column[index]);
    return <Value of={value === null ? null : write(value)} />;
  };
  const satellites = known(track.satellites[index]);
  const cells: Readonly<Record<(typeof COLUMNS)[number], ReactNode>> = {
    time: dateTime(track.time[index] ?? 0),
    speed: cell(track.speed, (kmh) => speed(kmh, speedUnits)),
    course: cell(track.course, course),
    altitude: cell(track.height, altitude),
    battery: cell(track.battery, percent),
    gsm: cell(track.gsm, percent),
    satellites: satellites === null ? <Value of={null} /> : satellites,
    accuracy: cell(track.accuracy, altitude),
    distance: <Value of={distance(track.distance[index] ?? 0)} />,
    coordinates: coordinates(track.lat[index] ?? 0, track.lng[index] ?? 0),
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a virtual table, see above
    // biome-ignore lint/a11y/useKeyWithClickEvents: the arrow keys move the replay point by point
    <div
      role="row"
      tabIndex={-1}
      className={styles.row}
      style={{ transform: `translateY(${top}px)` }}
      aria-rowindex={index + 2}
      aria-current={current ? 'time' : undefined}
      data-pointed={pointed}
      onPointerEnter={onPoint}
      onClick={onChoose}
    >
      {COLUMNS.map((column) => (
        // biome-ignore lint/a11y/useSemanticElements: a virtual table, see above
        <span key={column} role="cell">
          {cells[column]}
        </span>
      ))}
    </div>
  );
}
