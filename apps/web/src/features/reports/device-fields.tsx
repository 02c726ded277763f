import { LIMITS } from '@wakeline/contract/limits';
import { TreeSelect } from 'antd';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { TrackerMultiSelect } from '../../parts/devices/tracker-multi-select.tsx';
import { type Groups, useGroups } from '../../parts/devices/use-groups.ts';
import { FILTER_POPUP_WIDTH } from '../../parts/records/choice-filter.tsx';

export interface ReportDevices {
  readonly groupIds: readonly number[];
  readonly trackerIds: readonly number[];
}

interface DeviceFieldsProps extends ReportDevices {
  /** Without a choice there is no report, instead of one of all devices. */
  readonly isRequired?: boolean;
  readonly onChange: (change: Partial<ReportDevices>) => void;
}

interface Branch {
  readonly value: number;
  readonly title: string;
  readonly children: Branch[];
}

/** The groups and devices of a report; without any it covers all of them. */
export function DeviceFields({ groupIds, trackerIds, isRequired = false, onChange }: DeviceFieldsProps) {
  const { t } = useTranslation('reports');
  const { list } = useGroups();
  const groupsLabel = t(isRequired ? 'filter.chooseGroups' : 'filter.groups');
  const tree = useMemo(() => toTree(list), [list]);
  // Groups that are missing or not loaded yet have no name to display.
  const known = new Set(list.map(({ groupId }) => groupId));
  return (
    <>
      <TreeSelect<number[]>
        multiple
        allowClear
        treeDefaultExpandAll
        maxCount={LIMITS.groupsPerRule}
        maxTagCount="responsive"
        popupMatchSelectWidth={FILTER_POPUP_WIDTH}
        showSearch={{ treeNodeFilterProp: 'title' }}
        aria-label={groupsLabel}
        placeholder={groupsLabel}
        treeData={tree}
        value={groupIds.filter((groupId) => known.has(groupId))}
        onChange={(ids) => onChange({ groupIds: ids })}
      />
      <TrackerMultiSelect
        label={t(isRequired ? 'filter.chooseDevices' : 'filter.devices')}
        values={trackerIds}
        max={LIMITS.reportDevices}
        popupWidth={FILTER_POPUP_WIDTH}
        onChange={(ids) => onChange({ trackerIds: ids })}
      />
    </>
  );
}

function toTree(groups: Groups['list']): Branch[] {
  const branchesOf = (parentId: number | null): Branch[] =>
    groups
      .filter((group) => group.parentId === parentId)
      .map(({ groupId, gn }) => ({ value: groupId, title: gn, children: branchesOf(groupId) }));
  // The parent of the topmost visible group may be invisible.
  const visible = new Set(groups.map(({ groupId }) => groupId));
  const tops = groups.filter(({ parentId }) => parentId === null || !visible.has(parentId));
  return tops.map(({ groupId, gn }) => ({ value: groupId, title: gn, children: branchesOf(groupId) }));
}
