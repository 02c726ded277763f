import { Select } from 'antd';
import { FILTER_POPUP_WIDTH } from './choice-filter.tsx';

interface YesNoFilterProps {
  readonly label: string;
  /** What the two values mean. */
  readonly yes: string;
  readonly no: string;
  /** Undefined: both. */
  readonly value: boolean | undefined;
  readonly onChange: (value: boolean | undefined) => void;
}

/** A filter by whether something holds, for example whether a device is bound. */
export function YesNoFilter({ label, yes, no, value, onChange }: YesNoFilterProps) {
  return (
    <Select
      allowClear
      popupMatchSelectWidth={FILTER_POPUP_WIDTH}
      aria-label={label}
      placeholder={label}
      value={value === undefined ? undefined : value ? 'yes' : 'no'}
      options={[
        { value: 'yes', label: yes },
        { value: 'no', label: no },
      ]}
      onChange={(key: 'yes' | 'no' | undefined) => onChange(key === undefined ? undefined : key === 'yes')}
    />
  );
}
