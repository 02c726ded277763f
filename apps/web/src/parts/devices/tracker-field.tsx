import { TrackerSelect } from './tracker-select.tsx';

interface TrackerFieldProps {
  /** Set by the form. */
  readonly id?: string;
  readonly value?: number | null;
  readonly onChange?: (trackerId: number | null) => void;
  /** What an empty field means. */
  readonly placeholder: string;
}

/** Selects the device of a record, or none. */
export function TrackerField({ id, value = null, onChange, placeholder }: TrackerFieldProps) {
  return (
    <TrackerSelect
      {...(id === undefined ? {} : { id })}
      placeholder={placeholder}
      value={value}
      onChange={(trackerId) => onChange?.(trackerId)}
      onClear={() => onChange?.(null)}
    />
  );
}
