import { Select } from 'antd';
import { tagPlaceholder } from '../../ui/tag-placeholder.tsx';

/** Pixels: the fields are narrower than their longest options. */
export const FILTER_POPUP_WIDTH = 240;

interface ChoiceFilterProps<Value extends string | null> {
  readonly label: string;
  readonly values: readonly Value[];
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  readonly onChange: (values: readonly Value[]) => void;
}

/** A filter by one or more values of a column. */
export function ChoiceFilter<Value extends string | null>({
  label,
  values,
  options,
  onChange,
}: ChoiceFilterProps<Value>) {
  // A select has no option null; the position is a key for any value.
  const toKeys = (selected: readonly Value[]) =>
    selected.map((value) => options.findIndex((option) => option.value === value)).filter((key) => key >= 0);
  return (
    <Select<number[]>
      mode="multiple"
      allowClear
      maxTagCount="responsive"
      maxTagPlaceholder={(omitted) => tagPlaceholder(omitted, values.length)}
      popupMatchSelectWidth={FILTER_POPUP_WIDTH}
      aria-label={label}
      placeholder={label}
      showSearch={{ optionFilterProp: 'label' }}
      value={toKeys(values)}
      options={options.map((option, value) => ({ value, label: option.label }))}
      onChange={(keys) => onChange(options.filter((_, key) => keys.includes(key)).map(({ value }) => value))}
    />
  );
}
