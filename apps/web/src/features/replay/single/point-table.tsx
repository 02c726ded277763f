import { useVirtualizer } from '@tanstack/react-virtual';
import { indexAt, nanToNull } from '@wakeline/domain/replay/playback';
import { seek } from '@wakeline/domain/replay/replay-clock';
import type { Track } from '@wakeline/domain/tracks/track';
import { Button, Select } from 'antd';
import { type CSSProperties, type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { formatCourse, formatDistance, formatPercent, type Quantity } from '../../../format/quantities.ts';
import { useFormat } from '../../../format/use-format.ts';
import { Value } from '../../../format/value.tsx';
import { type ClockStore, useClock } from '../core/clock-store.ts';
import { type HoverStore, NOTHING_HOVERED } from './hover-store.ts';
import styles from './point-table.module.css';
import { rowOf, TIME_FILTERS, type TimeFilter, thinByTime } from './time-filter.ts';

interface PointTableProps {
  readonly track: Track;
  readonly clock: ClockStore;
  readonly hoverStore: HoverStore;
  readonly onChangeComplete: () => void;
  readonly filter: TimeFilter;
  readonly onFilter: (filter: TimeFilter) => void;
}

const ROW_HEIGHT = 30;
/**
 * Browsers limit the height of an element to about 16 million pixels: a longer track is split into pages of this many
 * rows.
 */
const PAGE_ROWS = 200_000;
/** Columns with their widths. */
const WIDTHS = {
  time: '168px',
  speed: '96px',
  course: '72px',
  altitude: '80px',
  battery: '72px',
  gsm: '72px',
  satellites: '72px',
  accuracy: '80px',
  distance: '96px',
  coordinates: 'minmax(180px, 1fr)',
} as const;
const COLUMNS = Object.keys(WIDTHS) as (keyof typeof WIDTHS)[];
const GRID = { '--point-columns': Object.values(WIDTHS).join(' ') } as CSSProperties;

/**
 * All fixes of the track, or those selected by the time filter. The current fix is highlighted and kept in view, and
 * so is the one hovered on the map or in a chart. A click seeks to the time of a fix.
 */
export function PointTable({
  track,
  clock,
  hoverStore,
  onChangeComplete,
  filter,
  onFilter,
}: PointTableProps) {
  const { t } = useTranslation('replaySingle');
  const { formatCount } = useFormat();
  const visibleIndexes = useMemo(
    () => (filter === null ? null : thinByTime(track.time, filter)),
    [track, filter],
  );
  const total = visibleIndexes?.length ?? track.length;
  const rowAt = (time: number) => rowOf(visibleIndexes, Math.max(0, indexAt(track, time)));
  const current = useClock(clock, ({ time }) => rowAt(time));
  const hovered = useStore(hoverStore, ({ time }) => (time === null ? null : rowAt(time)));
  const followed = hovered ?? current;
  const scroll = useRef<HTMLDivElement>(null);
  const [browsing, setBrowsing] = useState(false);
  const [page, setPage] = useState(() => Math.floor(current / PAGE_ROWS));
  const first = page * PAGE_ROWS;
  const rows = Math.max(0, Math.min(PAGE_ROWS, total - first));
  /** The fix of a row on this page. */
  const fixOf = (index: number) => visibleIndexes?.[first + index] ?? first + index;
  const virtual = useVirtualizer({
    count: rows,
    getScrollElement: () => scroll.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 10,
    // The sticky header is in the same container, above the rows.
    scrollMargin: ROW_HEIGHT,
    scrollPaddingStart: ROW_HEIGHT,
  });

  // Does not scroll away while the user browses the rows.
  // biome-ignore lint/correctness/useExhaustiveDependencies: follows the current time only
  useEffect(() => {
    if (browsing) return;
    const followedPage = Math.floor(followed / PAGE_ROWS);
    if (followedPage !== page) setPage(followedPage);
    else virtual.scrollToIndex(followed - first, { align: 'auto' });
  }, [followed, browsing, page, visibleIndexes]);

  return (
    <div className={styles.frame}>
      <div
        ref={scroll}
        className={styles.scroll}
        onPointerEnter={() => setBrowsing(true)}
        onPointerLeave={() => {
          setBrowsing(false);
          hoverStore.setState(NOTHING_HOVERED);
        }}
      >
        {/* biome-ignore lint/a11y/useSemanticElements: rows of a virtual table are positioned absolutely, which table rows cannot be */}
        <div
          role="table"
          className={styles.table}
          style={GRID}
          aria-label={t('table.title')}
          aria-rowcount={total + 1}
          aria-colcount={COLUMNS.length}
        >
          {/* biome-ignore lint/a11y/useSemanticElements: see above */}
          {/* biome-ignore lint/a11y/useFocusableInteractive: the header is not interactive */}
          <div role="row" aria-rowindex={1} className={styles.head}>
            {COLUMNS.map((column) => (
              // biome-ignore lint/a11y/useSemanticElements: see above
              // biome-ignore lint/a11y/useFocusableInteractive: the header is not interactive
              <span key={column} role="columnheader">
                {t(`table.${column}`)}
              </span>
            ))}
          </div>
          <div className={styles.spacer} style={{ height: virtual.getTotalSize() }}>
            {virtual.getVirtualItems().map(({ index, start }) => (
              <Row
                key={index}
                track={track}
                index={fixOf(index)}
                row={first + index}
                top={start - ROW_HEIGHT}
                current={first + index === current}
                hovered={first + index === hovered}
                onHover={() => hoverStore.setState({ time: track.time[fixOf(index)] ?? null, by: 'table' })}
                onSelect={() => {
                  clock.change((before) => seek(before, track.time[fixOf(index)] ?? before.time));
                  onChangeComplete();
                }}
              />
            ))}
          </div>
        </div>
      </div>
      <footer className={styles.pages}>
        <Select<TimeFilter | 0>
          size="small"
          aria-label={t('table.filter')}
          className={styles.filter ?? ''}
          value={filter ?? 0}
          options={TIME_FILTERS.map((max) => ({
            value: max ?? 0,
            label: max === null ? t('table.every') : t('table.most', { count: max }),
          }))}
          onChange={(max) => onFilter(max === 0 ? null : max)}
        />
        <span>
          {t(visibleIndexes === null ? 'table.page' : 'table.thinned', {
            from: formatCount(first + 1),
            to: formatCount(first + rows),
            total: formatCount(track.length),
            visible: formatCount(total),
          })}
        </span>
        {total > PAGE_ROWS && (
          <>
            <Button size="small" disabled={page === 0} onClick={() => setPage(page - 1)}>
              {t('table.previous')}
            </Button>
            <Button size="small" disabled={first + rows >= total} onClick={() => setPage(page + 1)}>
              {t('table.next')}
            </Button>
          </>
        )}
      </footer>
    </div>
  );
}

interface RowProps {
  readonly track: Track;
  /** Indices of its fix and of its row. */
  readonly index: number;
  readonly row: number;
  readonly top: number;
  readonly current: boolean;
  readonly hovered: boolean;
  readonly onHover: () => void;
  readonly onSelect: () => void;
}

function Row({ track, index, row, top, current, hovered, onHover, onSelect }: RowProps) {
  const { t } = useTranslation('replaySingle');
  const { formatDateTime, formatCoordinates, formatSpeed, formatAltitude, altitudeName } = useFormat();
  const cell = (column: Float32Array, format: (value: number) => Quantity) => {
    const value = nanToNull(column[index]);
    return <Value quantity={value === null ? null : format(value)} />;
  };
  const satellites = nanToNull(track.satellites[index]);
  const cells: Readonly<Record<keyof typeof WIDTHS, ReactNode>> = {
    time: formatDateTime(track.time[index] ?? 0),
    speed: cell(track.speed, formatSpeed),
    course: cell(track.course, formatCourse),
    altitude: (
      <span title={altitudeName(t('table.altitude'), nanToNull(track.altitudeKind[index]))}>
        {cell(track.height, formatAltitude)}
      </span>
    ),
    battery: cell(track.battery, formatPercent),
    gsm: cell(track.gsm, formatPercent),
    satellites: satellites === null ? <Value quantity={null} /> : satellites,
    accuracy: cell(track.accuracy, formatDistance),
    distance: <Value quantity={formatDistance(track.distance[index] ?? 0)} />,
    coordinates: formatCoordinates(track.lat[index] ?? 0, track.lng[index] ?? 0),
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a virtual table, see above
    // biome-ignore lint/a11y/useKeyWithClickEvents: the arrow keys move the replay point by point
    <div
      role="row"
      tabIndex={-1}
      className={styles.row}
      style={{ transform: `translateY(${top}px)` }}
      aria-rowindex={row + 2}
      aria-current={current ? 'time' : undefined}
      data-hovered={hovered}
      onPointerEnter={onHover}
      onClick={onSelect}
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
