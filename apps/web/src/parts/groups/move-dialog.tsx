import { Form, Modal, TreeSelect } from 'antd';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isWithin, parentsOf } from '../devices/group-tree.ts';
import { useGroups } from '../devices/use-groups.ts';
import { type MovedItem, nameOfMovedItem, useMove } from './use-move.ts';

/** Not a valid group id: ids start at 1. */
const NO_GROUP = 0;

interface MoveDialogProps {
  /** Null: closed. */
  readonly item: MovedItem | null;
  readonly onClose: () => void;
}

interface Branch {
  readonly value: number;
  readonly title: string;
  readonly children: Branch[];
}

/** Moves a device or a group to one selected from the tree: for keyboards and touch screens. */
export function MoveDialog({ item, onClose }: MoveDialogProps) {
  const { t } = useTranslation('live');
  const { t: tApp } = useTranslation('app');
  const last = useRef<MovedItem | null>(null);
  if (item !== null) last.current = item;
  const displayed = last.current;
  if (displayed === null) return null;
  const current = displayed.kind === 'tracker' ? displayed.tracker.groupId : displayed.group.parentId;
  return (
    <GroupChooser
      key={`${displayed.kind} ${nameOfMovedItem(displayed)} ${current}`}
      item={displayed}
      open={item !== null}
      current={current}
      title={t('move.title', { name: nameOfMovedItem(displayed) })}
      cancelText={tApp('action.cancel')}
      onClose={onClose}
    />
  );
}

interface GroupChooserProps {
  readonly item: MovedItem;
  readonly open: boolean;
  readonly current: number | null;
  readonly title: string;
  readonly cancelText: string;
  readonly onClose: () => void;
}

function GroupChooser({ item, open, current, title, cancelText, onClose }: GroupChooserProps) {
  const { t } = useTranslation('live');
  const { list, abilities } = useGroups();
  const move = useMove();
  const [selectedId, setSelectedId] = useState(current ?? NO_GROUP);
  const [busy, setBusy] = useState(false);

  const parents = parentsOf(list);
  const movedGroups = new Set(item.kind === 'group' ? [item.group.groupId] : []);
  const branchesOf = (parentId: number | null): Branch[] =>
    list
      .filter((group) => group.parentId === parentId && !isWithin(group.groupId, movedGroups, parents))
      .map(({ groupId, gn }) => ({ value: groupId, title: gn, children: branchesOf(groupId) }));

  const topBranch = { value: NO_GROUP, title: t(item.kind === 'tracker' ? 'list.ungrouped' : 'move.top') };

  async function submit(): Promise<void> {
    setBusy(true);
    const done =
      selectedId === (current ?? NO_GROUP) || (await move(item, selectedId === NO_GROUP ? null : selectedId));
    setBusy(false);
    if (done) onClose();
  }

  return (
    <Modal
      open={open}
      title={title}
      okText={t('move.ok')}
      cancelText={cancelText}
      confirmLoading={busy}
      onOk={() => void submit()}
      onCancel={onClose}
      width={400}
      mask={{ closable: false }}
      destroyOnHidden
    >
      <Form layout="vertical">
        <Form.Item label={t('move.to')} htmlFor="move-to">
          <TreeSelect
            id="move-to"
            autoFocus
            showSearch={{ treeNodeFilterProp: 'title' }}
            treeDefaultExpandAll
            value={selectedId}
            onChange={(value: number) => setSelectedId(value)}
            treeData={[...(abilities.addTop || current === null ? [topBranch] : []), ...branchesOf(null)]}
          />
        </Form.Item>
      </Form>
    </Modal>
  );
}
