import { InputNumber } from 'antd';
import { Field } from './field.tsx';
import { useTyped } from './use-typed.ts';

interface NumberFieldProps {
  readonly label: string;
  readonly suffix?: string;
  readonly prefix?: string;
  /** Shown while the value is empty. */
  readonly placeholder?: number;
  readonly value: number | null;
  readonly disabled: boolean;
  readonly min?: number;
  readonly max?: number;
  readonly onChange: (value: number | null) => void;
}

/** A number that is stored when the field is left. */
export function NumberField({
  label,
  suffix,
  prefix,
  placeholder,
  value,
  disabled,
  min = 0,
  max = 1_000_000,
  onChange,
}: NumberFieldProps) {
  const [typed, setTyped] = useTyped(value);
  const save = () => {
    if (typed !== value) onChange(typed);
  };
  return (
    <Field label={label}>
      <InputNumber
        min={min}
        max={max}
        value={typed}
        disabled={disabled}
        aria-label={label}
        {...(placeholder !== undefined && { placeholder: String(placeholder) })}
        {...(suffix !== undefined && { suffix })}
        {...(prefix !== undefined && { prefix })}
        onChange={setTyped}
        onBlur={save}
        onPressEnter={save}
      />
    </Field>
  );
}

/** The denominator of a scale. */
export function ScaleField(props: Omit<NumberFieldProps, 'prefix' | 'min' | 'max'>) {
  return <NumberField {...props} prefix="1:" min={100} />;
}
