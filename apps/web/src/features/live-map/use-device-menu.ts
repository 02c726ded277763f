import type { Group } from '@wakeline/contract/entities/group';
import type { Tracker } from '@wakeline/contract/entities/tracker';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../format/use-format.ts';
import { liveStore } from '../../live/live-store.ts';
import type { MapContextMenu } from '../../map/devices/pointer.ts';
import type { ContextMenuAt } from '../../ui/context-menu.tsx';
import { useCopy } from '../../ui/copy.ts';
import { useLiveControl } from '../freshness/live-control.ts';
import type { GroupSubject } from '../trackers/group-dialog.tsx';
import type { FormSubject } from '../trackers/tracker-form.tsx';
import { useGroups } from '../trackers/use-groups.ts';
import { useRemoval } from '../trackers/use-removal.ts';
import type { DeviceRow } from './device-rows.ts';
import type { HiddenDevices } from './use-hidden-devices.ts';

interface DeviceMenuActions {
  readonly devices: HiddenDevices;
  readonly focus: (trackerId: number) => void;
  readonly history: (tracker: Tracker) => void;
  readonly openForm: (subject: FormSubject) => void;
  readonly openGroup: (subject: GroupSubject) => void;
}

type Items = ContextMenuAt['items'];

/** What can be done with a device, a group or a place of the map, offered where it was right-clicked. */
export function useDeviceMenu({ devices, focus, history, openForm, openGroup }: DeviceMenuActions) {
  const { t } = useTranslation('live');
  const { coordinates } = useFormat();
  const copy = useCopy();
  const groups = useGroups();
  const { mayAdd } = useLiveControl();
  const removal = useRemoval();
  const [at, setAt] = useState<ContextMenuAt | null>(null);

  function ofTracker(tracker: Tracker): Items {
    const { trackerId, abilities, imei } = tracker;
    const { latitude, longitude } = tracker.trackerStatusDto;
    const shown = !devices.hidden.has(trackerId);
    const items: Items = [
      { key: 'focus', label: t('menu.focus'), onClick: () => focus(trackerId) },
      {
        key: 'history',
        label: t('menu.history'),
        disabled: !abilities.replay,
        onClick: () => history(tracker),
      },
      {
        key: 'show',
        label: t(shown ? 'menu.hide' : 'menu.show'),
        onClick: () => devices.show([trackerId], !shown),
      },
      { type: 'divider' },
      { key: 'imei', label: t('menu.copyImei'), onClick: () => copy(imei) },
    ];
    if (latitude !== null && longitude !== null)
      items.push({
        key: 'place',
        label: t('menu.copyPlace'),
        onClick: () => copy(coordinates(latitude, longitude)),
      });
    if (abilities.edit || abilities.remove) items.push({ type: 'divider' });
    if (abilities.edit)
      items.push({ key: 'edit', label: t('menu.edit'), onClick: () => openForm({ kind: 'edit', tracker }) });
    if (abilities.remove)
      items.push({
        key: 'remove',
        danger: true,
        label: t('menu.remove'),
        onClick: () => removal.removeTracker(tracker),
      });
    return items;
  }

  function ofGroup(row: Extract<DeviceRow, { kind: 'group' }>): Items {
    const group: Group | undefined = groups.list.find(({ groupId }) => groupId === row.groupId);
    const items: Items = [
      { key: 'only', label: t('menu.onlyGroup'), onClick: () => devices.only(row.ids, liveStore.getIds()) },
      { key: 'all', label: t('menu.showAll'), onClick: () => devices.show(liveStore.getIds(), true) },
    ];
    if (mayAdd)
      items.push(
        { type: 'divider' },
        {
          key: 'add',
          label: t('menu.addHere'),
          onClick: () => openForm({ kind: 'add', groupId: row.groupId }),
        },
      );
    if (group?.abilities.edit)
      items.push({
        key: 'rename',
        label: t('menu.renameGroup'),
        onClick: () => openGroup({ kind: 'rename', group }),
      });
    if (group?.abilities.remove)
      items.push({
        key: 'remove',
        danger: true,
        label: t('menu.removeGroup'),
        onClick: () => removal.removeGroup(group),
      });
    return items;
  }

  return {
    at,
    close: () => setAt(null),
    openRow(row: DeviceRow, x: number, y: number): void {
      const tracker = row.kind === 'tracker' ? liveStore.getTracker(row.id) : undefined;
      if (row.kind === 'group') setAt({ x, y, items: ofGroup(row) });
      else if (tracker) setAt({ x, y, items: ofTracker(tracker) });
    },
    openMap({ trackerId, lngLat, x, y }: MapContextMenu): void {
      const tracker = trackerId === null ? undefined : liveStore.getTracker(trackerId);
      const items: Items = tracker
        ? ofTracker(tracker)
        : [
            {
              key: 'place',
              label: t('menu.copyPlace'),
              onClick: () => copy(coordinates(lngLat.lat, lngLat.lng)),
            },
          ];
      setAt({ x, y, items });
    },
  };
}
