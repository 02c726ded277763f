import { LIMITS } from '@wakeline/contract/limits';
import { AIRCRAFT_KINDS, type AircraftKind } from '@wakeline/domain/aviation/aircraft-kind';
import { Select } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { flattenGroupTree } from '../../../parts/devices/group-tree.ts';
import { useGroups } from '../../../parts/devices/use-groups.ts';
import { FILTER_POPUP_WIDTH } from '../../../parts/records/choice-filter.tsx';
import { FilterBar } from '../../../parts/records/filter-bar.tsx';
import { YesNoFilter } from '../../../parts/records/yes-no-filter.tsx';
import { countFilters, type PlaneConditions } from './plane-request.ts';

/** The option of planes without a group: ids are positive. */
const NO_GROUP = 0;

interface PlaneFiltersProps {
  readonly conditions: PlaneConditions;
  readonly onChange: (change: Partial<PlaneConditions>) => void;
  readonly onClear: () => void;
  readonly tools: ReactNode;
}

/** Search and filters of the planes. */
export function PlaneFilters({ conditions, onChange, onClear, tools }: PlaneFiltersProps) {
  const { t } = useTranslation('planes');
  const groups = useGroups();
  const { keywords, kind, groupId, isBound } = conditions;
  return (
    <FilterBar
      search={t('search')}
      keywords={keywords}
      maxLength={LIMITS.name}
      onSearch={(text) => onChange({ keywords: text })}
      active={countFilters(conditions)}
      onClear={onClear}
      tools={tools}
    >
      <Select
        allowClear
        popupMatchSelectWidth={FILTER_POPUP_WIDTH}
        aria-label={t('kind')}
        placeholder={t('kind')}
        value={kind}
        options={AIRCRAFT_KINDS.map((value) => ({ value, label: t(`kindName.${value}`) }))}
        onChange={(value: AircraftKind | undefined) => onChange({ kind: value })}
      />
      {(groups.list.length > 0 || groupId !== undefined) && (
        <Select
          allowClear
          showSearch={{ optionFilterProp: 'label' }}
          popupMatchSelectWidth={FILTER_POPUP_WIDTH}
          aria-label={t('group')}
          placeholder={t('group')}
          value={groupId === null ? NO_GROUP : groupId}
          options={[
            { value: NO_GROUP, label: t('noGroup') },
            ...flattenGroupTree(groups.list).map((group) => ({ value: group.groupId, label: group.path })),
          ]}
          onChange={(value: number | undefined) => onChange({ groupId: value === NO_GROUP ? null : value })}
        />
      )}
      <YesNoFilter
        label={t('device')}
        yes={t('bound')}
        no={t('unbound')}
        value={isBound}
        onChange={(value) => onChange({ isBound: value })}
      />
    </FilterBar>
  );
}
