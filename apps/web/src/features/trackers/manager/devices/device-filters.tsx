import { IconFilter, IconSearch, IconX } from '@tabler/icons-react';
import { PROTOCOL_NAMES } from '@wakeline/domain/devices/protocols';
import { TRACKER_STATUSES } from '@wakeline/domain/tracker-state/tracker-status';
import { Button, Input, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { flattenGroupTree } from '../../../../parts/devices/group-tree.ts';
import { useGroups } from '../../../../parts/devices/use-groups.ts';
import { usePhone } from '../../../../ui/media.ts';
import { useUsedModels } from '../../models/use-models.ts';
import { ChoiceFilter } from './choice-filter.tsx';
import {
  ACTIVATIONS,
  countFilters,
  type DeviceConditions,
  isFiltered,
  MAX_KEYWORDS_LENGTH,
  SILENT_HOURS,
  VALID_DAYS,
} from './device-request.ts';
import styles from './devices.module.css';

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
  const phone = usePhone();
  const [expanded, setExpanded] = useState(false);
  const active = countFilters(conditions);
  return (
    <search className={styles.filters} data-collapsed={phone && !expanded}>
      <Input.Search
        // Remounts the field when the address changes.
        key={keywords}
        className={styles.search ?? ''}
        defaultValue={keywords}
        allowClear={{ clearIcon: <IconX size={14} role="img" aria-label={t('clear')} /> }}
        aria-label={t('search')}
        placeholder={t('search')}
        maxLength={MAX_KEYWORDS_LENGTH}
        enterButton={<Button aria-label={t('searchStart')} icon={<IconSearch size={16} />} />}
        onSearch={(text) => onChange({ keywords: text.trim() })}
      />
      {phone && (
        <Button
          aria-expanded={expanded}
          icon={<IconFilter size={16} />}
          onClick={() => setExpanded(!expanded)}
        >
          {active === 0 ? t('filters') : t('filtersActive', { count: active })}
        </Button>
      )}
      <Select
        allowClear
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
        aria-label={t('silence')}
        placeholder={t('silence')}
        value={silentHours}
        options={SILENT_HOURS.map((value) => ({
          value,
          label: value < 48 ? t('silentHours', { count: value }) : t('silentDays', { count: value / 24 }),
        }))}
        onChange={(value: number | undefined) => onChange({ silentHours: value })}
      />
      {isFiltered(conditions) && <Button onClick={onClear}>{t('clearFilter')}</Button>}
    </search>
  );
}

/** The models of the devices, with those of the address that no device has. */
function toModelOptions(
  models: readonly { readonly modelName: string }[],
  selected: readonly string[],
): readonly string[] {
  return [...new Set([...models.map(({ modelName }) => modelName), ...selected])];
}
