import { Input } from 'antd';
import { Field } from './field.tsx';
import styles from './panels.module.css';
import { useTyped } from './use-typed.ts';

interface SavedTextProps {
  readonly label: string;
  /** The label is the placeholder instead of a line above. */
  readonly inline?: boolean;
  readonly value: string;
  readonly maxLength: number;
  /** An empty text is not stored. */
  readonly required?: boolean;
  /** Lines of a longer text. */
  readonly rows?: number;
  readonly disabled: boolean;
  readonly onSave: (value: string) => void;
}

/** A text that is stored when the field is left. */
export function SavedText(props: SavedTextProps) {
  const { label, inline = false, value, maxLength, required = false, rows, disabled, onSave } = props;
  const [text, setText] = useTyped(value);
  function save(): void {
    const trimmed = text.trim();
    if (required && trimmed === '') setText(value);
    else if (trimmed !== value) onSave(trimmed);
  }
  const common = { value: text, disabled, maxLength, 'aria-label': label, onBlur: save };
  const field =
    rows === undefined ? (
      <Input
        {...common}
        className={styles.grow ?? ''}
        {...(inline && { placeholder: label })}
        onChange={({ target }) => setText(target.value)}
        onPressEnter={save}
      />
    ) : (
      <Input.TextArea {...common} rows={rows} onChange={({ target }) => setText(target.value)} />
    );
  if (inline) return field;
  return <Field label={label}>{field}</Field>;
}
