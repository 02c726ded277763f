import type { Group } from '@wakeline/contract/entities/group';
import { LIMITS } from '@wakeline/contract/limits';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { liveStore, serverNow } from '../../../live/live-store.ts';
import type { GroupSubject, TrackerSubject } from '../../../parts/devices/subjects.ts';
import { useGroups } from '../../../parts/devices/use-groups.ts';
import { useLiveControl } from '../../../parts/freshness/live-control.ts';
import type { MovedItem } from '../../../parts/groups/use-move.ts';
import { useRemoval } from '../../../parts/groups/use-removal.ts';
import { useSession } from '../../../service/session.ts';
import type { DeviceGroupRow } from '../list/flat-rows.ts';
import type { VisibleDevices } from '../use-visible-devices.ts';
import { buildGroupReplayUrl } from './group-replay.ts';
import type { Items } from './use-tracker-items.ts';

export interface GroupActions {
  readonly devices: VisibleDevices;
  readonly openForm: (subject: TrackerSubject) => void;
  readonly openGroup: (subject: GroupSubject) => void;
  readonly openMove: (item: MovedItem) => void;
}

/** Menu items of a group in the list. */
export function useGroupItems({
  devices,
  openForm,
  openGroup,
  openMove,
}: GroupActions): (row: DeviceGroupRow) => Items {
  const { t } = useTranslation('live');
  const groups = useGroups();
  const { canAdd } = useLiveControl();
  const removal = useRemoval();
  const navigate = useNavigate();
  const canReplay = useSession().roles.some(({ name }) => name === 'eob_plugin_multiple_playback');

  /** Replay of all devices in the group, for users with the permission. */
  function replayItems(groupId: number | null): Items {
    const url = buildGroupReplayUrl(groupId, groups.list, liveStore, serverNow());
    if (!canReplay || url === 'none') return [];
    const tooMany = url === 'too-many';
    return [
      {
        key: 'replay',
        disabled: tooMany,
        label: t(tooMany ? 'menu.replayTooMany' : 'menu.replayGroup', { count: LIMITS.replayTrackers }),
        onClick: () => navigate(url),
      },
    ];
  }

  return ({ groupId }) => {
    const group: Group | undefined = groups.list.find((other) => other.groupId === groupId);
    const items: Items = [
      { key: 'only', label: t('menu.onlyGroup'), onClick: () => devices.showOnly(groupId) },
      { key: 'all', label: t('menu.showAll'), onClick: () => devices.showAll() },
      ...replayItems(groupId),
    ];
    const additions: Items = [];
    if (canAdd)
      additions.push({
        key: 'add',
        label: t('menu.addHere'),
        onClick: () => openForm({ kind: 'add', groupId }),
      });
    if (groups.abilities.add && groupId !== null)
      additions.push({
        key: 'below',
        label: t('menu.addBelow'),
        onClick: () => openGroup({ kind: 'add', parentId: groupId }),
      });
    if (additions.length > 0) items.push({ type: 'divider' }, ...additions);
    if (group?.abilities.edit)
      items.push({
        key: 'rename',
        label: t('menu.renameGroup'),
        onClick: () => openGroup({ kind: 'rename', group }),
      });
    // Moving takes it out of its parent, which requires the same rights as deleting it.
    if (group?.abilities.edit && group.abilities.remove)
      items.push({
        key: 'move',
        label: t('menu.moveGroup'),
        onClick: () => openMove({ kind: 'group', group }),
      });
    if (group?.abilities.remove)
      items.push({
        key: 'remove',
        danger: true,
        label: t('menu.removeGroup'),
        onClick: () => removal.removeGroup(group),
      });
    return items;
  };
}
