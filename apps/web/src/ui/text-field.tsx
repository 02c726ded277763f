import { type InputHTMLAttributes, type Ref, useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './text-field.module.css';

interface TextFieldProps
  extends Pick<
    InputHTMLAttributes<HTMLInputElement>,
    'autoComplete' | 'autoFocus' | 'inputMode' | 'maxLength' | 'onKeyUp'
  > {
  /** Unique in the page. */
  readonly id: string;
  readonly label: string;
  readonly value: string;
  readonly onValue: (value: string) => void;
  readonly onBlur: () => void;
  /** Why the value is refused; replaces the hint. */
  readonly error: string | null;
  readonly hint?: string | null;
  /** Hides the text until the user shows it. */
  readonly secret?: boolean;
  readonly ref?: Ref<HTMLInputElement>;
}

/** A field with its label and message, for pages that load without Ant Design. */
export function TextField(props: TextFieldProps) {
  const { id, label, value, onValue, error, hint = null, secret = false, ...input } = props;
  const [visible, setVisible] = useState(false);
  const note = error ?? hint;
  const noteId = `${id}_note`;
  return (
    <div className={styles.field} data-invalid={error !== null}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <div className={styles.box} data-invalid={error !== null}>
        <input
          {...input}
          id={id}
          className={styles.input}
          type={secret && !visible ? 'password' : 'text'}
          spellCheck={false}
          autoCapitalize="none"
          value={value}
          onChange={(event) => onValue(event.target.value)}
          aria-invalid={error !== null}
          aria-describedby={note === null ? undefined : noteId}
        />
        {secret && <VisibilityToggle visible={visible} onVisible={setVisible} />}
      </div>
      {note !== null && (
        <div id={noteId} className={`${styles.notes} ${error === null ? '' : styles.error}`}>
          {note}
        </div>
      )}
    </div>
  );
}

interface VisibilityToggleProps {
  readonly visible: boolean;
  readonly onVisible: (visible: boolean) => void;
}

function VisibilityToggle({ visible, onVisible }: VisibilityToggleProps) {
  const { t } = useTranslation('signIn');
  return (
    <button
      type="button"
      className={styles.toggle}
      aria-label={t(visible ? 'hidePassword' : 'showPassword')}
      aria-pressed={visible}
      // The field keeps the focus and the position of its cursor.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => onVisible(!visible)}
    >
      <svg viewBox="0.7 0.7 14.6 14.6" width="16" height="16" fill="none" stroke="currentColor" aria-hidden>
        <path d="M1.2 8C2.6 5 4.9 3.5 8 3.5S13.4 5 14.8 8C13.4 11 11.1 12.5 8 12.5S2.6 11 1.2 8Z" />
        <circle cx="8" cy="8" r="2.25" />
        {!visible && <path d="M2.2 13.8L13.5 2.5" />}
      </svg>
    </button>
  );
}
