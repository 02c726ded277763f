import { Select } from 'antd';
import { useTranslation } from 'react-i18next';
import {
  TRACKER_SEARCH,
  TrackerOptionRow,
  toOptionKey,
  toTrackerId,
  useTrackerOptions,
} from './tracker-options.tsx';
import styles from './tracker-select.module.css';

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
  const options = useTrackerOptions();
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
      onChange={(key) => (key ? onChange(toTrackerId(key)) : onClear?.())}
      onBlur={() => onBlur?.()}
      status={invalid ? 'error' : ''}
      placeholder={placeholder ?? t('choose')}
      options={options}
      showSearch={TRACKER_SEARCH}
      optionRender={({ data }) => <TrackerOptionRow option={data} />}
    />
  );
}
