import { IconDots } from '@tabler/icons-react';
import type { Group } from '@wakeline/contract/entities/group';
import { Dropdown, type MenuProps, Tree } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useFormat } from '../../../../format/use-format.ts';
import type { GroupSubject } from '../../../../parts/devices/subjects.ts';
import type { Groups } from '../../../../parts/devices/use-groups.ts';
import { type MovedItem, useMove } from '../../../../parts/groups/use-move.ts';
import { IconButton } from '../../../../ui/icon-button.tsx';
import { buildGroupBranches, type GroupBranch } from './group-branches.ts';
import styles from './groups.module.css';
import { canMove, canMoveTo } from './move-rules.ts';

interface GroupTreeProps {
  readonly groups: Groups;
  readonly onEdit: (subject: GroupSubject) => void;
  readonly onMove: (item: MovedItem) => void;
  readonly onMerge: (group: Group) => void;
  readonly onRemove: (group: Group) => void;
}

/** Only rows near the visible ones are rendered above this number of groups. */
const VIRTUAL_FROM = 100;
const VIRTUAL_HEIGHT_PX = 560;

/** The tree of groups. A group is moved by dragging it onto another one, or by its menu. */
export function GroupTree({ groups, ...actions }: GroupTreeProps) {
  const { t } = useTranslation('deviceGroups');
  const move = useMove();
  const { list } = groups;
  const branches = buildGroupBranches(list);
  return (
    <Tree<GroupBranchNode>
      className={styles.tree ?? ''}
      aria-label={t('label')}
      blockNode
      defaultExpandAll
      selectable={false}
      {...(list.length > VIRTUAL_FROM ? { height: VIRTUAL_HEIGHT_PX } : {})}
      treeData={branches.map(toNode)}
      draggable={{ icon: false, nodeDraggable: (node) => canMove(nodeOf(node).group) }}
      allowDrop={({ dragNode, dropNode, dropPosition }) =>
        canMoveTo(dragNode.group, targetOf(dropNode, dropPosition !== 0), groups)
      }
      onDrop={({ dragNode, node, dropToGap }) =>
        void move({ kind: 'group', group: dragNode.group }, targetOf(node, dropToGap))
      }
      titleRender={({ group, devices }) => (
        <GroupLine group={group} devices={devices} groups={groups} {...actions} />
      )}
    />
  );
}

interface GroupBranchNode {
  readonly key: number;
  readonly group: Group;
  readonly devices: number;
  readonly children: GroupBranchNode[];
}

function toNode({ children, ...branch }: GroupBranch): GroupBranchNode {
  return { ...branch, children: children.map(toNode) };
}

const nodeOf = (node: object) => node as GroupBranchNode;

/** The new parent of a group that is dropped onto a node, or between it and a neighbour. */
function targetOf({ group }: Pick<GroupBranchNode, 'group'>, toGap: boolean): number | null {
  return toGap ? group.parentId : group.groupId;
}

interface GroupLineProps extends GroupTreeProps {
  readonly group: Group;
  readonly devices: number;
}

function GroupLine({ group, devices, groups, onEdit, onMove, onMerge, onRemove }: GroupLineProps) {
  const { t } = useTranslation('deviceGroups');
  const { t: tTrackers } = useTranslation('trackers');
  const { formatCount } = useFormat();
  const { groupId, gn: name, abilities } = group;
  const items: MenuProps['items'] = [
    ...(groups.abilities.add
      ? [{ key: 'add', label: t('addInside'), onClick: () => onEdit({ kind: 'add', parentId: groupId }) }]
      : []),
    ...(abilities.edit
      ? [{ key: 'rename', label: tTrackers('groupRename'), onClick: () => onEdit({ kind: 'rename', group }) }]
      : []),
    ...(canMove(group)
      ? [
          { key: 'move', label: t('move'), onClick: () => onMove({ kind: 'group', group }) },
          { key: 'merge', label: t('merge'), onClick: () => onMerge(group) },
        ]
      : []),
    ...(abilities.remove
      ? [
          {
            key: 'remove',
            danger: true,
            label: tTrackers('remove'),
            onClick: () => onRemove(group),
          },
        ]
      : []),
  ];
  return (
    <span className={styles.line}>
      <span className={styles.name} title={name}>
        {name}
      </span>
      <Link className={styles.count ?? ''} to={`?group=${groupId}`} title={t('showDevices', { name })}>
        {t('devices', { count: devices, number: formatCount(devices) })}
      </Link>
      {items.length > 0 && (
        <Dropdown trigger={['click']} menu={{ items }}>
          <span>
            <IconButton
              size="small"
              label={t('actions', { name })}
              icon={<IconDots size={18} stroke={1.75} />}
            />
          </span>
        </Dropdown>
      )}
    </span>
  );
}
