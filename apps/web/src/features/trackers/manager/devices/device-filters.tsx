import { PROTOCOL_NAMES } from '@wakeline/domain/devices/protocols';
import { TRACKER_STATUSES } from '@wakeline/domain/tracker-state/tracker-status';
import { Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { flattenGroupTree } from '../../../../parts/devices/group-tree.ts';
import { useGroups } from '../../../../parts/devices/use-groups.ts';
import { ChoiceFilter, FILTER_POPUP_WIDTH } from '../../../../parts/records/choice-filter.tsx';
import { FilterBar } from '../../../../parts/records/filter-bar.tsx';
import { useUsedModels } from '../../models/use-models.ts';
import {
  ACTIVATIONS,
  countFilters,
  type DeviceConditions,
  MAX_KEYWORDS_LENGTH,
  SILENT_HOURS,
  VALID_DAYS,
} from './device-request.ts';

interface DeviceFiltersProps {
  readonly conditions: DeviceConditions;
  readonly onChange: (change: Partial<DeviceConditions>) => void;
  readonly onClear: () => void;
}

/** Search and filters of the device table. */
export function DeviceFilters({ conditions, onChange, onClear }: DeviceFiltersProps) {
  const { t } = useTranslation('devices');
  const { t: tTrackers } = useTranslation('trackers');
  const groups = useGroups().list;
  const models = useUsedModels().data ?? [];
  const { keywords, groupId, validDays, silentHours } = conditions;
  return (
    <FilterBar
      search={t('search')}
      keywords={keywords}
      maxLength={MAX_KEYWORDS_LENGTH}
      onSearch={(text) => onChange({ keywords: text })}
      active={countFilters(conditions)}
      onClear={onClear}
    >
      <Select
        allowClear
        popupMatchSelectWidth={FILTER_POPUP_WIDTH}
        aria-label={t('column.groupName')}
        placeholder={t('column.groupName')}
        showSearch={{ optionFilterProp: 'label' }}
        value={groupId === null ? 'none' : groupId}
        options={[
          { value: 'none', label: tTrackers('noGroup') },
          ...flattenGroupTree(groups).map(({ groupId: value, path }) => ({ value, label: path })),
        ]}
        onChange={(value: number | 'none' | undefined) =>
          onChange({ groupId: value === 'none' ? null : value })
        }
      />
      <ChoiceFilter
        label={t('column.status')}
        values={conditions.statuses}
        options={TRACKER_STATUSES.map((value) => ({ value, label: tTrackers(`status.${value}`) }))}
        onChange={(statuses) => onChange({ statuses })}
      />
      <ChoiceFilter
        label={t('column.model')}
        values={conditions.models}
        options={toModelOptions(models, conditions.models).map((value) => ({
          value,
          label: value || t('noModel'),
        }))}
        onChange={(selected) => onChange({ models: selected })}
      />
      <ChoiceFilter
        label={t('column.protocol')}
        values={conditions.protocols}
        options={[...PROTOCOL_NAMES, null].map((value) => ({
          value,
          label: value === null ? tTrackers('protocolAny') : tTrackers(`protocolName.${value}`),
        }))}
        onChange={(protocols) => onChange({ protocols })}
      />
      <ChoiceFilter
        label={t('column.activation')}
        values={conditions.activations}
        options={ACTIVATIONS.map((value) => ({ value, label: tTrackers(`activation.${value}`) }))}
        onChange={(activations) => onChange({ activations })}
      />
      <Select
        allowClear
        popupMatchSelectWidth={FILTER_POPUP_WIDTH}
        aria-label={t('validity')}
        placeholder={t('validity')}
        value={validDays}
        options={VALID_DAYS.map((value) => ({
          value,
          label: value === 0 ? t('validEnded') : t('validWithin', { count: value }),
        }))}
        onChange={(value: number | undefined) => onChange({ validDays: value })}
      />
      <Select
        allowClear
        popupMatchSelectWidth={FILTER_POPUP_WIDTH}
        aria-label={t('silence')}
        placeholder={t('silence')}
        value={silentHours}
        options={SILENT_HOURS.map((value) => ({
          value,
          label: value < 48 ? t('silentHours', { count: value }) : t('silentDays', { count: value / 24 }),
        }))}
        onChange={(value: number | undefined) => onChange({ silentHours: value })}
      />
    </FilterBar>
  );
}

/** The models of the devices, with those of the address that no device has. */
function toModelOptions(
  models: readonly { readonly modelName: string }[],
  selected: readonly string[],
): readonly string[] {
  return [...new Set([...models.map(({ modelName }) => modelName), ...selected])];
}
