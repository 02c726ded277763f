import { IconCurrentLocation, IconEye, IconEyeOff } from '@tabler/icons-react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { Input, Segmented } from 'antd';
import { memo, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { createNameComparator } from '../../../format/collator.ts';
import { formatDistance } from '../../../format/quantities.ts';
import { useFormat } from '../../../format/use-format.ts';
import { Value } from '../../../format/value.tsx';
import { useLanguage } from '../../../i18n/i18n.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { useLocalStorage } from '../../../ui/local-storage.ts';
import type { ClockStore } from '../core/clock-store.ts';
import { DeviceBadge } from './device-badge.tsx';
import type { Standing } from './ranking.ts';
import styles from './ranking-list.module.css';
import type { Run } from './runs.ts';
import { useStandings } from './use-standings.ts';

interface RankingListProps {
  readonly runs: readonly Run[];
  readonly clock: ClockStore;
  /** Whether all started at once: then the end of a track is the finish of a race. */
  readonly offset: boolean;
  /** Whether live mode is on: then no track has ended. */
  readonly live: boolean;
  readonly hidden: ReadonlySet<number>;
  readonly followed: number | null;
  /** The last selected device. */
  readonly selected: number | null;
  readonly onSelect: (trackerId: number) => void;
  readonly onHide: (trackerIds: readonly number[], hidden: boolean) => void;
  readonly onFollow: (trackerId: number | null) => void;
}

const ROW_HEIGHT = 46;
/** Shorter lists need no search. */
const SEARCH_FROM = 12;
const ORDERS = ['rank', 'name'] as const;
type Order = (typeof ORDERS)[number];
const parseOrder = (stored: unknown): Order | null => ORDERS.find((order) => order === stored) ?? null;

/** All devices with number, colour, distance and speed at the current time, ordered by distance or by name. */
export function RankingList(props: RankingListProps) {
  const { runs, clock, offset, live, hidden, followed, selected, onSelect, onHide, onFollow } = props;
  const { t } = useTranslation('replayMulti');
  const language = useLanguage();
  const standings = useStandings(clock, runs, live);
  const [order, setOrder] = useLocalStorage<Order>('replayManyOrder', 'rank', parseOrder);
  const [text, setText] = useState('');
  const byId = useMemo(() => new Map(runs.map((run) => [run.trackerId, run])), [runs]);
  const lead = standings[0]?.distance ?? 0;
  const listed = useMemo(() => {
    const searchText = text.trim().toLowerCase();
    const rows = standings.flatMap((standing) => {
      const run = byId.get(standing.trackerId);
      return run?.device.name.toLowerCase().includes(searchText) ? { standing, run } : [];
    });
    const compare = createNameComparator(language);
    return order === 'rank' ? rows : rows.sort((a, b) => compare(a.run.device.name, b.run.device.name));
  }, [standings, byId, text, order, language]);

  const scroll = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: listed.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => ROW_HEIGHT,
    // Rows keep their elements, so that changes of position are animated.
    getItemKey: (index) => listed[index]?.run.trackerId ?? index,
    overscan: 6,
  });

  // Scrolls to the device selected on the map.
  const at = selected === null ? -1 : listed.findIndex(({ run }) => run.trackerId === selected);
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls when the selection changes, not when the order does
  useEffect(() => {
    if (at >= 0) virtual.scrollToIndex(at, { align: 'auto' });
  }, [selected]);

  return (
    <section className={styles.ranking} aria-label={t('list.title')}>
      <div className={styles.tools}>
        <Segmented<Order>
          size="small"
          aria-label={t('list.order')}
          value={order}
          onChange={setOrder}
          options={ORDERS.map((value) => ({ value, label: t(`list.${value}`) }))}
        />
        {runs.length >= SEARCH_FROM && (
          <Input
            size="small"
            allowClear
            value={text}
            placeholder={t('list.find')}
            aria-label={t('list.find')}
            onChange={({ target }) => setText(target.value)}
          />
        )}
        <IconButton
          size="small"
          label={t(hidden.size > 0 ? 'list.showAll' : 'list.hideAll')}
          icon={hidden.size > 0 ? <IconEyeOff size={16} /> : <IconEye size={16} />}
          onClick={() =>
            onHide(
              runs.map(({ trackerId }) => trackerId),
              hidden.size === 0,
            )
          }
        />
      </div>
      {listed.length === 0 && standings.length > 0 && <p className={styles.empty}>{t('list.noMatch')}</p>}
      <div ref={scroll} className={styles.scroll}>
        <ul className={styles.spacer} style={{ height: virtual.getTotalSize() }} aria-label={t('list.title')}>
          {virtual.getVirtualItems().map(({ index, key, start }) => {
            const row = listed[index];
            if (row === undefined) return null;
            const { trackerId } = row.run;
            return (
              <li
                key={key}
                className={styles.row}
                data-selected={trackerId === selected}
                data-hidden={hidden.has(trackerId)}
                style={{ transform: `translateY(${start}px)` }}
              >
                <RankingRow
                  run={row.run}
                  standing={row.standing}
                  lead={lead}
                  offset={offset}
                  hidden={hidden.has(trackerId)}
                  followed={trackerId === followed}
                  onSelect={onSelect}
                  onHide={onHide}
                  onFollow={onFollow}
                />
              </li>
            );
          })}
        </ul>
      </div>
    </section>
  );
}

interface RankingRowProps extends Pick<RankingListProps, 'offset' | 'onSelect' | 'onHide' | 'onFollow'> {
  readonly run: Run;
  readonly standing: Standing;
  /** Metres of the leader. */
  readonly lead: number;
  readonly hidden: boolean;
  readonly followed: boolean;
}

/** A device; a click focuses it. */
const RankingRow = memo(function RankingRow(props: RankingRowProps) {
  const { run, standing, lead, offset, hidden, followed, onSelect, onHide, onFollow } = props;
  const { t } = useTranslation('replayMulti');
  const { trackerId, marker } = run;
  const { name } = run.device;
  const { rank, state } = standing;
  const hasTrack = state !== 'none';
  return (
    <>
      <button type="button" className={styles.main} disabled={!hasTrack} onClick={() => onSelect(trackerId)}>
        <span className={styles.rank}>
          <span className="visually-hidden">
            {rank === null ? t('list.placeNone') : t('list.place', { rank })}
          </span>
          <span aria-hidden>{rank ?? '–'}</span>
        </span>
        <span className="visually-hidden">{t('list.number', { number: marker.number })}</span>
        <DeviceBadge marker={marker} />
        <span className={styles.name} title={name}>
          {name}
        </span>
        <span className={styles.value}>
          {hasTrack && <Value quantity={formatDistance(standing.distance)} />}
        </span>
        <span className={styles.state}>
          <State standing={standing} offset={offset} />
        </span>
        <span className={styles.gap}>
          {hasTrack && lead - standing.distance >= 1 && (
            <>
              −<Value quantity={formatDistance(lead - standing.distance)} />
            </>
          )}
        </span>
      </button>
      <IconButton
        size="small"
        disabled={!hasTrack}
        className={styles.follow ?? ''}
        aria-pressed={followed}
        label={t(followed ? 'list.unfollow' : 'list.follow', { name })}
        placement="top"
        icon={<IconCurrentLocation size={16} />}
        onClick={() => onFollow(followed ? null : trackerId)}
      />
      <IconButton
        size="small"
        disabled={!hasTrack}
        label={t(hidden ? 'list.show' : 'list.hide', { name })}
        placement="top"
        icon={hidden ? <IconEyeOff size={16} /> : <IconEye size={16} />}
        onClick={() => onHide([trackerId], !hidden)}
      />
    </>
  );
});

/** The speed of a device, or why it has none. */
function State({ standing, offset }: { readonly standing: Standing; readonly offset: boolean }) {
  const { t } = useTranslation('replayMulti');
  const { formatSpeed } = useFormat();
  switch (standing.state) {
    case 'under-way':
      return <Value quantity={standing.speed === null ? null : formatSpeed(standing.speed)} />;
    case 'finished':
      return t(offset ? 'state.finished' : 'state.ended');
    case 'before':
    case 'gap':
    case 'none':
      return t(`state.${standing.state}`);
  }
}
