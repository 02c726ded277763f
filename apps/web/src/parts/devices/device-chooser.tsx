import { IconChevronDown, IconChevronRight, IconSearch } from '@tabler/icons-react';
import { useVirtualizer } from '@tanstack/react-virtual';
import type { Tracker } from '@wakeline/contract/entities/tracker';
import { Button, Input, Segmented } from 'antd';
import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLiveControl } from '../freshness/live-control.ts';
import { buildChooserRows, type ChooserRow, groupByModel, updateSelection } from './chooser-rows.ts';
import styles from './device-chooser.module.css';
import { useGroups } from './use-groups.ts';

interface DeviceChooserProps {
  readonly id: string;
  /** The devices to choose from, sorted by name. */
  readonly trackers: readonly Tracker[];
  /** In the order of selection. */
  readonly selectedIds: readonly number[];
  readonly onChange: (selectedIds: readonly number[]) => void;
  readonly invalid: boolean;
  /** The maximum number of devices; more can be ticked, the form refuses them. */
  readonly max: number;
  /** Whether the list can be arranged by model, and fills the height of its container. */
  readonly large?: boolean;
}

const ROW_HEIGHT = 32;

/** Selects devices by search or by group, and displays the number of selected ones. */
export function DeviceChooser({
  id,
  trackers,
  selectedIds,
  onChange,
  invalid,
  max,
  large = false,
}: DeviceChooserProps) {
  const { t } = useTranslation('trackers');
  const groups = useGroups();
  const [searchText, setSearchText] = useState('');
  const text = useDeferredValue(searchText);
  const [collapsed, setCollapsed] = useState<ReadonlySet<number | null>>(new Set());
  const [selectedOnly, setSelectedOnly] = useState(false);
  const [arrangement, setArrangement] = useState<'group' | 'model'>('group');
  const ticked = useMemo(() => new Set(selectedIds), [selectedIds]);
  const listed = useMemo(
    () => (selectedOnly ? trackers.filter(({ trackerId }) => ticked.has(trackerId)) : trackers),
    [selectedOnly, trackers, ticked],
  );
  const branches = useMemo(
    () => (arrangement === 'group' ? { groups: groups.list, devices: listed } : groupByModel(listed)),
    [arrangement, groups.list, listed],
  );
  const rows = useMemo(
    () => buildChooserRows({ ...branches, text, isOpen: (one) => !collapsed.has(one) }),
    [branches, text, collapsed],
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
    <div className={styles.chooser} data-invalid={invalid} data-large={large}>
      {large && (
        <Segmented<'group' | 'model'>
          block
          aria-label={t('chooser.arrange')}
          value={arrangement}
          options={[
            { value: 'group', label: t('chooser.byGroup') },
            { value: 'model', label: t('chooser.byModel') },
          ]}
          onChange={(next) => {
            setArrangement(next);
            setCollapsed(new Set());
          }}
        />
      )}
      <Input
        id={id}
        variant="borderless"
        allowClear
        value={searchText}
        prefix={<IconSearch size={16} color="var(--wl-muted)" />}
        placeholder={t('chooser.search')}
        aria-label={t('chooser.search')}
        aria-invalid={invalid}
        onChange={({ target }) => setSearchText(target.value)}
        // Enter in the search must not submit the form.
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      />
      <div ref={scroll} className={styles.scroll}>
        {rows.length === 0 && <EmptyList total={trackers.length} selectedOnly={selectedOnly} />}
        <ul
          className={styles.spacer}
          style={{ height: virtual.getTotalSize() }}
          aria-label={t('chooser.tree')}
        >
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
                    ungroupedName={t(arrangement === 'group' ? 'chooser.ungrouped' : 'chooser.noModel')}
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
        <span role="status">{t('chooser.chosen', { count: selectedIds.length, max })}</span>
        <Button
          size="small"
          type="text"
          aria-pressed={selectedOnly}
          onClick={() => setSelectedOnly(!selectedOnly)}
        >
          {t('chooser.chosenOnly')}
        </Button>
        <Button size="small" type="text" disabled={selectedIds.length === 0} onClick={() => onChange([])}>
          {t('chooser.clear')}
        </Button>
      </div>
    </div>
  );
}

interface GroupLineProps {
  readonly row: ChooserRow & { readonly kind: 'group' };
  readonly ungroupedName: string;
  readonly ticked: ReadonlySet<number>;
  readonly onTick: (on: boolean) => void;
  readonly onCollapse: () => void;
}

/** A group: its checkbox selects all listed devices in it, its name expands or collapses it. */
function GroupLine({ row, ungroupedName, ticked, onTick, onCollapse }: GroupLineProps) {
  const { t } = useTranslation('trackers');
  const { groupId, open, ids } = row;
  const name = groupId === null ? ungroupedName : row.name;
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
        aria-label={t('chooser.chooseGroup', { name })}
        onChange={({ target }) => onTick(target.checked)}
      />
      <button type="button" className={styles.group} aria-expanded={open} onClick={onCollapse}>
        <Chevron size={16} aria-hidden />
        <span className={styles.name} title={name}>
          {name}
        </span>
        <span className={styles.count}>{t('chooser.groupCount', { chosen: count, all: ids.length })}</span>
      </button>
    </>
  );
}

/** Why the list is empty. */
function EmptyList({ total, selectedOnly }: { readonly total: number; readonly selectedOnly: boolean }) {
  const { t } = useTranslation('trackers');
  const { t: app } = useTranslation('app');
  const { listState, reload } = useLiveControl();
  if (total === 0 && listState === 'failed')
    return (
      <p className={styles.empty} role="alert">
        {t('chooser.listFailed')}{' '}
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
  return <p className={styles.empty}>{t(`chooser.${text}`)}</p>;
}
