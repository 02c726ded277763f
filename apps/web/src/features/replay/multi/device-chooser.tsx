import { IconChevronDown, IconChevronRight, IconSearch } from '@tabler/icons-react';
import { useVirtualizer } from '@tanstack/react-virtual';
import type { Tracker } from '@wakeline/contract/entities/tracker';
import { LIMITS } from '@wakeline/contract/limits';
import { Button, Input } from 'antd';
import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useGroups } from '../../../parts/devices/use-groups.ts';
import { useLiveControl } from '../../../parts/freshness/live-control.ts';
import { buildChooserRows, type ChooserRow, updateSelection } from './chooser-rows.ts';
import styles from './device-chooser.module.css';

interface DeviceChooserProps {
  readonly id: string;
  /** The devices that can be replayed, sorted by name. */
  readonly trackers: readonly Tracker[];
  /** In the order of selection. */
  readonly selectedIds: readonly number[];
  readonly onChange: (selectedIds: readonly number[]) => void;
  readonly invalid: boolean;
}

const ROW_HEIGHT = 32;

/** Selects devices by search or by group, and displays the number of selected ones. */
export function DeviceChooser({ id, trackers, selectedIds, onChange, invalid }: DeviceChooserProps) {
  const { t } = useTranslation('replayMulti');
  const groups = useGroups();
  const [searchText, setSearchText] = useState('');
  const text = useDeferredValue(searchText);
  const [collapsed, setCollapsed] = useState<ReadonlySet<number | null>>(new Set());
  const [selectedOnly, setSelectedOnly] = useState(false);
  const ticked = useMemo(() => new Set(selectedIds), [selectedIds]);
  const listed = useMemo(
    () => (selectedOnly ? trackers.filter(({ trackerId }) => ticked.has(trackerId)) : trackers),
    [selectedOnly, trackers, ticked],
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
    estimateSize: () => ROW_HEIGHT,
    overscan: 8,
  });

  function toggle(groupId: number | null): void {
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
        onChange={({ target }) => setSearchText(target.value)}
        // Enter in the search must not submit the form.
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      />
      <div ref={scroll} className={styles.scroll}>
        {rows.length === 0 && <EmptyList total={trackers.length} selectedOnly={selectedOnly} />}
        <ul className={styles.spacer} style={{ height: virtual.getTotalSize() }} aria-label={t('tree')}>
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
                    onTick={(on) => onChange(updateSelection(selectedIds, row.ids, on))}
                    onCollapse={() => toggle(row.groupId)}
                  />
                ) : (
                  <label className={styles.device}>
                    <input
                      type="checkbox"
                      checked={ticked.has(row.id)}
                      onChange={({ target }) =>
                        onChange(updateSelection(selectedIds, [row.id], target.checked))
                      }
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
      <div className={styles.footer}>
        <span role="status">{t('chosen', { count: selectedIds.length, max: LIMITS.replayTrackers })}</span>
        <Button
          size="small"
          type="text"
          aria-pressed={selectedOnly}
          onClick={() => setSelectedOnly(!selectedOnly)}
        >
          {t('chosenOnly')}
        </Button>
        <Button size="small" type="text" disabled={selectedIds.length === 0} onClick={() => onChange([])}>
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

/** A group: its checkbox selects all listed devices in it, its name expands or collapses it. */
function GroupLine({ row, ticked, onTick, onCollapse }: GroupLineProps) {
  const { t } = useTranslation('replayMulti');
  const { groupId, open, ids } = row;
  const name = groupId === null ? t('ungrouped') : row.name;
  const count = ids.reduce((sum, id) => sum + (ticked.has(id) ? 1 : 0), 0);
  const box = useRef<HTMLInputElement>(null);
  const isPartlySelected = count > 0 && count < ids.length;
  useEffect(() => {
    if (box.current) box.current.indeterminate = isPartlySelected;
  }, [isPartlySelected]);
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

/** Why the list is empty. */
function EmptyList({ total, selectedOnly }: { readonly total: number; readonly selectedOnly: boolean }) {
  const { t } = useTranslation('replayMulti');
  const { t: app } = useTranslation('app');
  const { listState, reload } = useLiveControl();
  if (total === 0 && listState === 'failed')
    return (
      <p className={styles.empty} role="alert">
        {t('listFailed')}{' '}
        <Button size="small" onClick={reload}>
          {app('action.retry')}
        </Button>
      </p>
    );
  const text =
    total === 0
      ? listState === 'loading'
        ? 'listLoading'
        : 'noDevices'
      : selectedOnly
        ? 'noneChosen'
        : 'noMatch';
  return <p className={styles.empty}>{t(text)}</p>;
}
