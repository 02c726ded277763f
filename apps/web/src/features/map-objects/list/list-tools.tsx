import { IconSearch } from '@tabler/icons-react';
import type { MapObjectKind } from '@wakeline/contract/entities/map-object';
import { Input, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import type { GroupTreeNode } from '../../../parts/devices/group-tree.ts';
import styles from '../object-panel.module.css';
import type { GroupFilter } from './object-rows.ts';

interface ListToolsProps {
  readonly kind: MapObjectKind;
  readonly text: string;
  readonly group: GroupFilter;
  readonly groups: readonly GroupTreeNode[];
  readonly onText: (text: string) => void;
  readonly onGroup: (group: GroupFilter) => void;
}

/** Search by name, and a filter by group if there are groups. */
export function ListTools({ kind, text, group, groups, onText, onGroup }: ListToolsProps) {
  const { t } = useTranslation('mapObjects');
  const search = t(`${kind}.search`);
  return (
    <div className={styles.tools}>
      <Input
        allowClear
        type="search"
        value={text}
        prefix={<IconSearch size={16} color="var(--wl-muted)" />}
        placeholder={search}
        aria-label={search}
        onChange={({ target }) => onText(target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || text === '') return;
          event.stopPropagation();
          onText('');
        }}
      />
      {groups.length > 0 && (
        <Select<GroupFilter>
          value={group}
          aria-label={t('list.byGroup')}
          showSearch={{ optionFilterProp: 'label' }}
          onChange={onGroup}
          options={[
            { value: 'all', label: t('list.allGroups') },
            { value: 'none', label: t('ungrouped') },
            ...groups.map(({ groupId, path }) => ({ value: groupId, label: path })),
          ]}
        />
      )}
    </div>
  );
}
