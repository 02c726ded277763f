import { IconPlus } from '@tabler/icons-react';
import type { Group } from '@wakeline/contract/entities/group';
import { Button, Empty, Skeleton } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useFormat } from '../../../../format/use-format.ts';
import type { GroupSubject } from '../../../../parts/devices/subjects.ts';
import { useGroups } from '../../../../parts/devices/use-groups.ts';
import { MoveDialog } from '../../../../parts/groups/move-dialog.tsx';
import type { MovedItem } from '../../../../parts/groups/use-move.ts';
import { GroupDialog } from '../../group-dialog.tsx';
import { GroupRemovalDialog } from './group-removal-dialog.tsx';
import { GroupTree } from './group-tree.tsx';
import styles from './groups.module.css';
import { MergeDialog } from './merge-dialog.tsx';

/** The groups as a tree: create, rename, move and delete them. */
export function GroupsTab() {
  const { t } = useTranslation('deviceGroups');
  const { t: tApp } = useTranslation('app');
  const { t: tTrackers } = useTranslation('trackers');
  const { formatCount } = useFormat();
  const groups = useGroups();
  const [subject, setSubject] = useState<GroupSubject | null>(null);
  const [merged, setMerged] = useState<Group | null>(null);
  const [removed, setRemoved] = useState<Group | null>(null);
  const [moved, setMoved] = useState<MovedItem | null>(null);
  const count = groups.list.length;

  return (
    <>
      <div className={styles.bar}>
        <p>
          {t('summary', { count, number: formatCount(count) })} <Link to="?group=none">{t('ungrouped')}</Link>
        </p>
        {groups.abilities.addTop && (
          <Button
            type="primary"
            icon={<IconPlus size={16} />}
            onClick={() => setSubject({ kind: 'add', parentId: null })}
          >
            {tTrackers('groupAdd')}
          </Button>
        )}
      </div>
      {groups.failed ? (
        <div role="alert" className={styles.failure}>
          <p>{t('failed')}</p>
          <Button onClick={groups.reload}>{tApp('action.retry')}</Button>
        </div>
      ) : groups.pending ? (
        <Skeleton active title={false} paragraph={{ rows: 6 }} />
      ) : count === 0 ? (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('none')} className={styles.empty ?? ''} />
      ) : (
        <GroupTree
          groups={groups}
          onEdit={setSubject}
          onMove={setMoved}
          onMerge={setMerged}
          onRemove={setRemoved}
        />
      )}
      <GroupDialog subject={subject} onClose={() => setSubject(null)} />
      <MergeDialog group={merged} onClose={() => setMerged(null)} />
      <GroupRemovalDialog group={removed} onClose={() => setRemoved(null)} />
      <MoveDialog item={moved} onClose={() => setMoved(null)} />
    </>
  );
}
