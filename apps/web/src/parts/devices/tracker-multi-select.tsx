import { Select } from 'antd';
import { tagPlaceholder } from '../../ui/tag-placeholder.tsx';
import {
  TRACKER_SEARCH,
  TrackerOptionRow,
  toOptionKey,
  toTrackerId,
  useTrackerOptions,
} from './tracker-options.tsx';

interface TrackerMultiSelectProps {
  /** Accessible name and placeholder. */
  readonly label: string;
  readonly values: readonly number[];
  readonly max: number;
  /** Pixels; the field can be narrower. */
  readonly popupWidth: number;
  readonly onChange: (trackerIds: readonly number[]) => void;
}

/** Selects several devices, searching by name, label or IMEI. */
export function TrackerMultiSelect({ label, values, max, popupWidth, onChange }: TrackerMultiSelectProps) {
  const options = useTrackerOptions();
  // Devices that are missing or not loaded yet have no name to display.
  const known = new Set(options.map(({ value }) => value));
  const selected = values.map(toOptionKey).filter((key) => known.has(key));
  return (
    <Select
      mode="multiple"
      allowClear
      maxCount={max}
      maxTagCount="responsive"
      maxTagPlaceholder={(omitted) => tagPlaceholder(omitted, selected.length)}
      popupMatchSelectWidth={popupWidth}
      aria-label={label}
      placeholder={label}
      value={selected}
      options={options}
      showSearch={TRACKER_SEARCH}
      optionRender={({ data }) => <TrackerOptionRow option={data} />}
      onChange={(keys) => onChange(keys.map(toTrackerId))}
    />
  );
}
