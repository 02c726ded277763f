import { Form, Modal, TreeSelect } from 'antd';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useGroups } from '../../../parts/devices/use-groups.ts';
import { isWithin, parentsOf } from '../display.ts';
import { type Move, nameOfMove, useMove } from './use-move.ts';

/** No group has it: ids begin at 1. */
const NONE = 0;

interface MoveDialogProps {
  /** Null: closed. */
  readonly what: Move | null;
  readonly onClose: () => void;
}

interface Branch {
  readonly value: number;
  readonly title: string;
  readonly children: Branch[];
}

/** Moves a device or a group to one that is chosen from the tree: for keyboards and fingers. */
export function MoveDialog({ what, onClose }: MoveDialogProps) {
  const { t } = useTranslation('live');
  const { t: app } = useTranslation('app');
  const last = useRef<Move | null>(null);
  if (what !== null) last.current = what;
  const shown = last.current;
  if (shown === null) return null;
  const current = shown.kind === 'tracker' ? shown.tracker.groupId : shown.group.parentId;
  return (
    <Chooser
      key={`${shown.kind} ${nameOfMove(shown)} ${current}`}
      what={shown}
      open={what !== null}
      current={current}
      title={t('move.title', { name: nameOfMove(shown) })}
      cancelText={app('action.cancel')}
      onClose={onClose}
    />
  );
}

interface ChooserProps {
  readonly what: Move;
  readonly open: boolean;
  readonly current: number | null;
  readonly title: string;
  readonly cancelText: string;
  readonly onClose: () => void;
}

function Chooser({ what, open, current, title, cancelText, onClose }: ChooserProps) {
  const { t } = useTranslation('live');
  const { list, abilities } = useGroups();
  const move = useMove();
  const [chosen, setChosen] = useState(current ?? NONE);
  const [busy, setBusy] = useState(false);

  const parents = parentsOf(list);
  const moved = new Set(what.kind === 'group' ? [what.group.groupId] : []);
  const branch = (parentId: number | null): Branch[] =>
    list
      .filter((group) => group.parentId === parentId && !isWithin(group.groupId, moved, parents))
      .map(({ groupId, gn }) => ({ value: groupId, title: gn, children: branch(groupId) }));

  const out = { value: NONE, title: t(what.kind === 'tracker' ? 'list.ungrouped' : 'move.top') };

  async function submit(): Promise<void> {
    setBusy(true);
    const done = chosen === (current ?? NONE) || (await move(what, chosen === NONE ? null : chosen));
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
            value={chosen}
            onChange={(value: number) => setChosen(value)}
            treeData={[...(abilities.addTop || current === null ? [out] : []), ...branch(null)]}
          />
        </Form.Item>
      </Form>
    </Modal>
  );
}
