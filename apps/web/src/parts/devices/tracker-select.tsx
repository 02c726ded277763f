import { Select } from 'antd';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { DeviceIcon } from '../../map/icons/device-icon.tsx';
import { fullName } from './full-name.ts';
import styles from './tracker-select.module.css';
import { useSortedTrackers } from './use-sorted-trackers.ts';

interface TrackerSelectProps {
  readonly id?: string;
  /** Accessible name, where no label is displayed. */
  readonly label?: string;
  readonly placeholder?: string;
  readonly value: number | null;
  readonly onChange: (trackerId: number) => void;
  /** If given, the selection can be cleared. */
  readonly onClear?: () => void;
  readonly onBlur?: () => void;
  readonly invalid?: boolean;
}

/** Selects one device, searching by name, label or IMEI. */
export function TrackerSelect({
  id,
  label,
  placeholder,
  value,
  onChange,
  onClear,
  onBlur,
  invalid = false,
}: TrackerSelectProps) {
  const { t } = useTranslation('trackers');
  const trackers = useSortedTrackers();
  const options = useMemo(
    () =>
      trackers.map((tracker) => ({
        value: toOptionKey(tracker.trackerId),
        label: fullName(tracker),
        imei: tracker.imei,
        search: `${fullName(tracker)} ${tracker.imei}`.toLowerCase(),
        icon: tracker.iconDto,
      })),
    [trackers],
  );
  // A device that is missing or not loaded yet has no name to display.
  const selectedKey =
    options.find((option) => value !== null && option.value === toOptionKey(value))?.value ?? null;
  return (
    <Select
      {...(id === undefined ? {} : { id })}
      aria-label={label}
      allowClear={onClear !== undefined}
      className={styles.select ?? ''}
      value={selectedKey}
      onChange={(key) => (key ? onChange(Number(key.slice(1))) : onClear?.())}
      onBlur={() => onBlur?.()}
      status={invalid ? 'error' : ''}
      placeholder={placeholder ?? t('choose')}
      options={options}
      showSearch={{
        filterOption: (text, option) => option?.search.includes(text.trim().toLowerCase()) ?? false,
        // Matches in names come before IMEIs with the same digits.
        filterSort: (a, b, { searchValue }) =>
          rankMatch(a.label, searchValue) - rankMatch(b.label, searchValue),
      }}
      optionRender={({ data }) => (
        <span className={styles.option}>
          <DeviceIcon name={data.icon.iconUrl} custom={data.icon.iconType === 'CUSTOM'} size={18} />
          <span className={styles.name}>{data.label}</span>
          <span className={styles.imei}>{data.imei}</span>
        </span>
      )}
    />
  );
}

/**
 * Prefixed, because the select jumps to an option whose value starts with the typed text. A typed number is part of a
 * name, not an id.
 */
function toOptionKey(trackerId: number): string {
  return `#${trackerId}`;
}

/** Sort rank: 0 if the name contains the search text. */
function rankMatch(name: string, searchText: string): number {
  return name.toLowerCase().includes(searchText.trim().toLowerCase()) ? 0 : 1;
}
