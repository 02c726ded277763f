import { LIMITS } from '@wakeline/contract/limits';
import { PERSON_STATUSES, type PersonStatus } from '@wakeline/contract/people/people';
import { Select } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { FILTER_POPUP_WIDTH } from '../../parts/records/choice-filter.tsx';
import { FilterBar } from '../../parts/records/filter-bar.tsx';
import { YesNoFilter } from '../../parts/records/yes-no-filter.tsx';
import { countFilters, type PersonConditions } from './person-request.ts';

interface PeopleFiltersProps {
  readonly conditions: PersonConditions;
  readonly onChange: (next: Partial<PersonConditions>) => void;
  readonly onClear: () => void;
  readonly tools: ReactNode;
}

/** Search and filters of the people. */
export function PeopleFilters({ conditions, onChange, onClear, tools }: PeopleFiltersProps) {
  const { t } = useTranslation('people');
  const { keywords, status, isBound } = conditions;
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
        aria-label={t('status')}
        placeholder={t('status')}
        value={status}
        options={PERSON_STATUSES.map((value) => ({ value, label: t(`statusName.${value}`) }))}
        onChange={(value: PersonStatus | undefined) => onChange({ status: value })}
      />
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
