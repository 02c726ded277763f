import { LIMITS } from '@wakeline/contract/limits';
import type { SatelliteNetwork } from '@wakeline/domain/satellite/networks';
import { Select } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { FILTER_POPUP_WIDTH } from '../../parts/records/choice-filter.tsx';
import { FilterBar } from '../../parts/records/filter-bar.tsx';
import { YesNoFilter } from '../../parts/records/yes-no-filter.tsx';
import { type AccountConditions, countFilters } from './account-request.ts';

interface AccountFiltersProps {
  readonly conditions: AccountConditions;
  /** Networks that the user may see. */
  readonly networks: readonly SatelliteNetwork[];
  readonly onChange: (change: Partial<AccountConditions>) => void;
  readonly onClear: () => void;
  readonly tools: ReactNode;
}

/** Search and filters of the communication accounts. */
export function AccountFilters({ conditions, networks, onChange, onClear, tools }: AccountFiltersProps) {
  const { t } = useTranslation('satellite');
  const { keywords, network, isBound } = conditions;
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
      {(networks.length > 1 || network !== undefined) && (
        <Select
          allowClear
          popupMatchSelectWidth={FILTER_POPUP_WIDTH}
          aria-label={t('network')}
          placeholder={t('network')}
          value={network}
          options={networks.map((value) => ({ value, label: t(`networkName.${value}`) }))}
          onChange={(value: SatelliteNetwork | undefined) => onChange({ network: value })}
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
