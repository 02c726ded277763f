import type { Tracker } from '@wakeline/contract/entities/tracker';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useFormat } from '../../../format/use-format.ts';
import { watchAddress } from '../../../parts/addresses/watch-address.ts';
import { fullName } from '../../../parts/devices/full-name.ts';
import type { TrackerSubject } from '../../../parts/devices/subjects.ts';
import { useFenceQuery } from '../../../parts/map-objects/use-objects.ts';
import { useToolPanels } from '../../../parts/map-tools/tool-panels.ts';
import type { ContextMenuAt } from '../../../ui/context-menu.tsx';
import { useCopy } from '../../../ui/copy.ts';
import type { Following } from '../use-follow.ts';
import type { ShownDevices } from '../use-shown-devices.ts';
import type { Move } from './use-move.ts';
import { useRemoval } from './use-removal.ts';

export type Items = ContextMenuAt['items'];

export interface TrackerActions {
  readonly devices: ShownDevices;
  readonly following: Following;
  readonly focus: (trackerId: number) => void;
  readonly history: (tracker: Tracker) => void;
  readonly openForm: (subject: TrackerSubject) => void;
  readonly openMove: (what: Move) => void;
  readonly openShare: (trackerIds: readonly number[]) => void;
}

/** What can be done at a place: copied, or fenced where the person may. */
function usePlaceItems(): (place: { readonly lat: number; readonly lng: number }, name: string) => Items {
  const { t } = useTranslation('live');
  const { coordinates } = useFormat();
  const copy = useCopy();
  const showTool = useToolPanels(({ show }) => show);
  const mayFence = useFenceQuery().data?.abilities.add ?? false;
  return ({ lat, lng }, name) => [
    ...(mayFence
      ? [
          {
            key: 'fence',
            label: t('menu.fence'),
            onClick: () => showTool('fence', { kind: 'new', lng, lat, name }),
          },
        ]
      : []),
    { key: 'place', label: t('menu.copyPlace'), onClick: () => copy(coordinates(lat, lng)) },
  ];
}

/** What can be done with a device, in the list and on the map. */
export function useTrackerItems(actions: TrackerActions): (tracker: Tracker) => Items {
  const { devices, following, focus, history, openForm, openMove, openShare } = actions;
  const { t } = useTranslation('live');
  const copy = useCopy();
  const navigate = useNavigate();
  const removal = useRemoval();
  const placeItems = usePlaceItems();

  return (tracker) => {
    const { trackerId, abilities, imei } = tracker;
    const { latitude: lat, longitude: lng } = tracker.trackerStatusDto;
    const shown = !devices.hidden.has(trackerId);
    const follows = following.followed === trackerId;
    const placed = lat !== null && lng !== null;
    return [
      { key: 'focus', label: t('menu.focus'), onClick: () => focus(trackerId) },
      {
        key: 'follow',
        label: t(follows ? 'follow.stop' : 'menu.follow'),
        disabled: !placed,
        onClick: () => following.follow(follows ? null : trackerId),
      },
      {
        key: 'history',
        label: t('menu.history'),
        disabled: !abilities.replay,
        onClick: () => history(tracker),
      },
      { key: 'watch', label: t('menu.watch'), onClick: () => navigate(watchAddress([trackerId])) },
      { key: 'share', label: t('menu.share'), onClick: () => openShare([trackerId]) },
      {
        key: 'show',
        label: t(shown ? 'menu.hide' : 'menu.show'),
        onClick: () => devices.showTrackers([trackerId], !shown),
      },
      { type: 'divider' },
      ...(placed ? placeItems({ lat, lng }, fullName(tracker)) : []),
      { key: 'imei', label: t('menu.copyImei'), onClick: () => copy(imei) },
      ...(abilities.edit || abilities.remove ? [{ type: 'divider' as const }] : []),
      ...(abilities.edit
        ? [
            { key: 'edit', label: t('menu.edit'), onClick: () => openForm({ kind: 'edit', tracker }) },
            {
              key: 'move',
              label: t('menu.move'),
              onClick: () => openMove({ kind: 'tracker', tracker }),
            },
          ]
        : []),
      ...(abilities.remove
        ? [
            {
              key: 'remove',
              danger: true,
              label: t('menu.remove'),
              onClick: () => removal.removeTracker(tracker),
            },
          ]
        : []),
    ];
  };
}
