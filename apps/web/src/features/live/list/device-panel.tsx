import { IconHistory, IconLayoutSidebarLeftCollapse, IconPlus, IconSearch } from '@tabler/icons-react';
import type { TrackerStatus } from '@wakeline/domain/tracker-state/tracker-status';
import { Button, Dropdown, Input, type InputRef, Skeleton } from 'antd';
import { useDeferredValue, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useGroups } from '../../../parts/devices/use-groups.ts';
import { useLiveControl } from '../../../parts/freshness/live-control.ts';
import { useSession } from '../../../service/session.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { useShortcuts } from '../../../ui/use-shortcuts.ts';
import type { VisibleDevices } from '../use-visible-devices.ts';
import { DeviceList } from './device-list.tsx';
import styles from './device-panel.module.css';
import { EmptyDevices } from './empty-devices.tsx';
import type { DeviceRow } from './flat-rows.ts';
import { StatusFilter } from './status-filter.tsx';
import { useDeviceList } from './use-device-list.ts';
import { useTotal } from './use-total.ts';

interface DevicePanelProps {
  readonly selected: number | null;
  readonly devices: VisibleDevices;
  readonly onFocus: (trackerId: number) => void;
  readonly onMenu: (row: DeviceRow, x: number, y: number) => void;
  readonly onAddDevice: () => void;
  readonly onAddGroup: () => void;
  readonly onCollapsePanel: () => void;
}

/** All devices, filtered by search text and status, in their groups. */
export function DevicePanel(props: DevicePanelProps) {
  const { selected, devices, onFocus, onMenu, onAddDevice, onAddGroup, onCollapsePanel } = props;
  const { t } = useTranslation('live');
  const { t: tTrackers } = useTranslation('trackers');
  const { t: tApp } = useTranslation('app');
  const navigate = useNavigate();
  const { listState, canAdd, reload } = useLiveControl();
  const groups = useGroups();
  const total = useTotal();
  const search = useRef<InputRef>(null);
  const [typed, setText] = useState('');
  const [status, setStatus] = useState<TrackerStatus | null>(null);
  const [collapsed, setCollapsed] = useState<ReadonlySet<number | null>>(new Set());
  const text = useDeferredValue(typed);
  const { hideOfflineDevice: hideOffline } = useSession();
  const filter = useMemo(() => ({ text, status, hideOffline }), [text, status, hideOffline]);
  const { rows, tree } = useDeviceList(filter, collapsed);
  useShortcuts(['/'], (event) => {
    event.preventDefault();
    search.current?.focus({ cursor: 'all' });
  });

  function collapseGroup(groupId: number | null, collapse: boolean): void {
    const next = new Set(collapsed);
    if (collapse) next.add(groupId);
    else next.delete(groupId);
    setCollapsed(next);
  }

  const additions = [
    ...(canAdd ? [{ key: 'device', label: tTrackers('add'), onClick: onAddDevice }] : []),
    ...(groups.abilities.addTop ? [{ key: 'group', label: tTrackers('groupAdd'), onClick: onAddGroup }] : []),
  ];
  const isFiltered = text.trim() !== '' || status !== null;

  return (
    <section className={styles.panel} aria-label={t('list.title')}>
      <header>
        <h2>{t('list.title')}</h2>
        <IconButton
          label={t('list.history')}
          icon={<IconHistory size={18} />}
          onClick={() => navigate(`/traceReplaySingle${selected === null ? '' : `?trackerId=${selected}`}`)}
        />
        {additions.length > 0 && (
          <Dropdown menu={{ items: additions }} trigger={['click']} placement="bottomRight">
            <Button type="text" aria-label={t('list.add')} icon={<IconPlus size={18} />} />
          </Dropdown>
        )}
        <IconButton
          label={t('list.collapse')}
          icon={<IconLayoutSidebarLeftCollapse size={18} />}
          onClick={onCollapsePanel}
        />
      </header>
      <div className={styles.tools}>
        <Input
          ref={search}
          allowClear
          type="search"
          value={typed}
          prefix={<IconSearch size={16} color="var(--wl-muted)" />}
          placeholder={t('list.search')}
          aria-label={t('list.search')}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Escape') return;
            event.stopPropagation();
            if (typed === '') search.current?.blur();
            else setText('');
          }}
        />
        <StatusFilter status={status} onStatus={setStatus} />
      </div>
      {groups.failed && !(listState === 'failed' && total === 0) && (
        <div className={styles.note} role="alert">
          <p>{t('list.groupsFailed')}</p>
          <Button onClick={groups.reload}>{tApp('action.retry')}</Button>
        </div>
      )}
      {listState === 'loading' && total === 0 && <Skeletons />}
      {listState === 'failed' && total === 0 && (
        <div className={styles.note} role="alert">
          <p>{t('list.failed')}</p>
          <Button onClick={reload}>{tApp('action.retry')}</Button>
        </div>
      )}
      {listState === 'ready' && total === 0 && <EmptyDevices onAdd={canAdd ? onAddDevice : null} />}
      {total > 0 && rows.count === 0 && isFiltered && (
        <div className={styles.note}>
          <p>
            <strong>{t('list.noMatchTitle')}</strong>
            <br />
            {t('list.noMatch')}
          </p>
          <Button
            onClick={() => {
              setText('');
              setStatus(null);
            }}
          >
            {t('list.clear')}
          </Button>
        </div>
      )}
      {total > 0 && rows.count === 0 && !isFiltered && hideOffline && (
        <div className={styles.note}>
          <p>{t('list.offlineHidden')}</p>
          <Button onClick={() => setStatus('OFFLINE')}>{t('list.showOffline')}</Button>
        </div>
      )}
      {rows.count > 0 && (
        <DeviceList
          rows={rows}
          tree={tree}
          filter={filter}
          selected={selected}
          devices={devices}
          onFocus={onFocus}
          onCollapse={collapseGroup}
          onMenu={onMenu}
        />
      )}
    </section>
  );
}

function Skeletons() {
  return (
    <div className={styles.skeletons} aria-hidden>
      {[70, 50, 62, 44, 66, 58].map((width) => (
        <Skeleton key={width} active avatar={{ size: 26 }} title={{ width: `${width}%` }} paragraph={false} />
      ))}
    </div>
  );
}
