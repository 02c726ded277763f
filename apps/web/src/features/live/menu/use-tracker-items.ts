import type { Tracker } from '@wakeline/contract/entities/tracker';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useFormat } from '../../../format/use-format.ts';
import { buildWatchUrl } from '../../../parts/addresses/watch-url.ts';
import { fullName } from '../../../parts/devices/full-name.ts';
import type { TrackerSubject } from '../../../parts/devices/subjects.ts';
import type { MovedItem } from '../../../parts/groups/use-move.ts';
import { useRemoval } from '../../../parts/groups/use-removal.ts';
import { openSendDialog, useSendsInstructions } from '../../../parts/instructions/send-dialog-store.ts';
import { useFenceQuery } from '../../../parts/map-objects/use-objects.ts';
import { useToolPanels } from '../../../parts/map-tools/tool-panels.ts';
import type { ContextMenuState } from '../../../ui/context-menu.tsx';
import { useCopy } from '../../../ui/copy.ts';
import type { Following } from '../use-follow.ts';
import type { VisibleDevices } from '../use-visible-devices.ts';

export type Items = ContextMenuState['items'];

export interface TrackerActions {
  readonly devices: VisibleDevices;
  readonly following: Following;
  readonly focus: (trackerId: number) => void;
  readonly showHistory: (tracker: Tracker) => void;
  readonly openForm: (subject: TrackerSubject) => void;
  readonly openMove: (item: MovedItem) => void;
  readonly openShare: (trackerIds: readonly number[]) => void;
}

/** Menu items of coordinates: copy, and add a fence if the user may. */
function useCoordinatesItems(): (
  lngLat: { readonly lat: number; readonly lng: number },
  name: string,
) => Items {
  const { t } = useTranslation('live');
  const { formatCoordinates } = useFormat();
  const copy = useCopy();
  const showTool = useToolPanels(({ show }) => show);
  const canAddFence = useFenceQuery().data?.abilities.add ?? false;
  return ({ lat, lng }, name) => [
    ...(canAddFence
      ? [
          {
            key: 'fence',
            label: t('menu.fence'),
            onClick: () => showTool('fence', { kind: 'new', lng, lat, name }),
          },
        ]
      : []),
    { key: 'place', label: t('menu.copyCoordinates'), onClick: () => copy(formatCoordinates(lat, lng)) },
  ];
}

/** Menu items of a device, in the list and on the map. */
export function useTrackerItems(actions: TrackerActions): (tracker: Tracker) => Items {
  const { devices, following, focus, showHistory, openForm, openMove, openShare } = actions;
  const { t } = useTranslation('live');
  const { t: tApp } = useTranslation('app');
  const canSend = useSendsInstructions();
  const copy = useCopy();
  const navigate = useNavigate();
  const removal = useRemoval();
  const coordinatesItems = useCoordinatesItems();

  return (tracker) => {
    const { trackerId, abilities, imei } = tracker;
    const { latitude: lat, longitude: lng } = tracker.trackerStatusDto;
    const visible = !devices.hidden.has(trackerId);
    const isFollowed = following.followed === trackerId;
    const hasPosition = lat !== null && lng !== null;
    return [
      { key: 'focus', label: t('menu.focus'), onClick: () => focus(trackerId) },
      {
        key: 'follow',
        label: t(isFollowed ? 'follow.stop' : 'menu.follow'),
        disabled: !hasPosition,
        onClick: () => following.follow(isFollowed ? null : trackerId),
      },
      {
        key: 'history',
        label: t('menu.history'),
        disabled: !abilities.replay,
        onClick: () => showHistory(tracker),
      },
      { key: 'watch', label: t('menu.watch'), onClick: () => navigate(buildWatchUrl([trackerId])) },
      { key: 'share', label: t('menu.share'), onClick: () => openShare([trackerId]) },
      ...(canSend
        ? [
            {
              key: 'instruction',
              label: tApp('action.sendInstruction'),
              onClick: () => openSendDialog({ kind: 'ticked', trackerIds: [trackerId] }),
            },
          ]
        : []),
      {
        key: 'show',
        label: t(visible ? 'menu.hide' : 'menu.show'),
        onClick: () => devices.setTrackersVisible([trackerId], !visible),
      },
      { type: 'divider' },
      ...(hasPosition ? coordinatesItems({ lat, lng }, fullName(tracker)) : []),
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
