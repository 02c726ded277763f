import { IconChevronDown, IconChevronRight, IconSearch } from '@tabler/icons-react';
import { useVirtualizer } from '@tanstack/react-virtual';
import type { Tracker } from '@wakeline/contract/entities/tracker';
import { LIMITS } from '@wakeline/contract/limits';
import { Button, Input } from 'antd';
import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useGroups } from '../../../parts/devices/use-groups.ts';
import { useLiveControl } from '../../../parts/freshness/live-control.ts';
import { buildChooserRows, type ChooserRow, updateChosen } from './chooser-rows.ts';
import styles from './device-chooser.module.css';

interface DeviceChooserProps {
  readonly id: string;
  /** Those that may be replayed, by name. */
  readonly trackers: readonly Tracker[];
  /** In the order in which they were chosen. */
  readonly chosen: readonly number[];
  readonly onChange: (chosen: readonly number[]) => void;
  readonly invalid: boolean;
}

const ROW = 32;

/** Devices by search and by group, a group with all that is in it; the number of those that are chosen is said. */
export function DeviceChooser({ id, trackers, chosen, onChange, invalid }: DeviceChooserProps) {
  const { t } = useTranslation('replayMulti');
  const groups = useGroups();
  const [searchText, setTyped] = useState('');
  const text = useDeferredValue(searchText);
  const [collapsed, setCollapsed] = useState<ReadonlySet<number | null>>(new Set());
  const [only, setOnly] = useState(false);
  const ticked = useMemo(() => new Set(chosen), [chosen]);
  const listed = useMemo(
    () => (only ? trackers.filter(({ trackerId }) => ticked.has(trackerId)) : trackers),
    [only, trackers, ticked],
  );
  const rows = useMemo(
    () =>
      buildChooserRows({ groups: groups.list, devices: listed, text, isOpen: (one) => !collapsed.has(one) }),
    [groups.list, listed, text, collapsed],
  );
  const scroll = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => ROW,
    overscan: 8,
  });

  function fold(groupId: number | null): void {
    const next = new Set(collapsed);
    if (!next.delete(groupId)) next.add(groupId);
    setCollapsed(next);
  }

  return (
    <div className={styles.chooser} data-invalid={invalid}>
      <Input
        id={id}
        variant="borderless"
        allowClear
        value={searchText}
        prefix={<IconSearch size={16} color="var(--wl-muted)" />}
        placeholder={t('search')}
        aria-label={t('search')}
        aria-invalid={invalid}
        onChange={({ target }) => setTyped(target.value)}
        // Enter in a search is no order to play.
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      />
      <div ref={scroll} className={styles.scroll}>
        {rows.length === 0 && <EmptyList all={trackers.length} only={only} />}
        <ul className={styles.space} style={{ height: virtual.getTotalSize() }} aria-label={t('tree')}>
          {virtual.getVirtualItems().map(({ index, start }) => {
            const row = rows[index];
            if (row === undefined) return null;
            return (
              <li
                key={row.kind === 'group' ? `group ${row.groupId}` : row.id}
                className={styles.row}
                style={{
                  transform: `translateY(${start}px)`,
                  paddingLeft: 8 + Math.min(row.level - 1, 6) * 14,
                }}
              >
                {row.kind === 'group' ? (
                  <GroupLine
                    row={row}
                    ticked={ticked}
                    onTick={(on) => onChange(updateChosen(chosen, row.ids, on))}
                    onCollapse={() => fold(row.groupId)}
                  />
                ) : (
                  <label className={styles.device}>
                    <input
                      type="checkbox"
                      checked={ticked.has(row.id)}
                      onChange={({ target }) => onChange(updateChosen(chosen, [row.id], target.checked))}
                    />
                    <span className={styles.name} title={row.name}>
                      {row.name}
                    </span>
                  </label>
                )}
              </li>
            );
          })}
        </ul>
      </div>
      <div className={styles.foot}>
        <span role="status">{t('chosen', { count: chosen.length, max: LIMITS.replayTrackers })}</span>
        <Button size="small" type="text" aria-pressed={only} onClick={() => setOnly(!only)}>
          {t('chosenOnly')}
        </Button>
        <Button size="small" type="text" disabled={chosen.length === 0} onClick={() => onChange([])}>
          {t('clear')}
        </Button>
      </div>
    </div>
  );
}

interface GroupLineProps {
  readonly row: ChooserRow & { readonly kind: 'group' };
  readonly ticked: ReadonlySet<number>;
  readonly onTick: (on: boolean) => void;
  readonly onCollapse: () => void;
}

/** A group: its tick takes all that is listed in it, its name opens and folds it. */
function GroupLine({ row, ticked, onTick, onCollapse }: GroupLineProps) {
  const { t } = useTranslation('replayMulti');
  const { groupId, open, ids } = row;
  const name = groupId === null ? t('ungrouped') : row.name;
  const count = ids.reduce((sum, id) => sum + (ticked.has(id) ? 1 : 0), 0);
  const box = useRef<HTMLInputElement>(null);
  const some = count > 0 && count < ids.length;
  useEffect(() => {
    if (box.current) box.current.indeterminate = some;
  }, [some]);
  const Chevron = open ? IconChevronDown : IconChevronRight;
  return (
    <>
      <input
        ref={box}
        type="checkbox"
        checked={count === ids.length}
        aria-label={t('chooseGroup', { name })}
        onChange={({ target }) => onTick(target.checked)}
      />
      <button type="button" className={styles.group} aria-expanded={open} onClick={onCollapse}>
        <Chevron size={16} aria-hidden />
        <span className={styles.name} title={name}>
          {name}
        </span>
        <span className={styles.count}>{t('groupCount', { chosen: count, all: ids.length })}</span>
      </button>
    </>
  );
}

/** Why no line stands there. */
function EmptyList({ all, only }: { readonly all: number; readonly only: boolean }) {
  const { t } = useTranslation('replayMulti');
  const { t: app } = useTranslation('app');
  const { listState, reload } = useLiveControl();
  if (all === 0 && listState === 'failed')
    return (
      <p className={styles.nothing} role="alert">
        {t('listFailed')}{' '}
        <Button size="small" onClick={reload}>
          {app('action.retry')}
        </Button>
      </p>
    );
  const text =
    all === 0 ? (listState === 'loading' ? 'listLoading' : 'noDevices') : only ? 'noneChosen' : 'noMatch';
  return <p className={styles.nothing}>{t(text)}</p>;
}
