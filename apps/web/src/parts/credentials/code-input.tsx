import { Button } from 'antd';
import Input from 'antd/es/input/Input';
import { type ChangeEvent, type FocusEvent, useRef } from 'react';
import styles from './code-input.module.css';

interface CodeInputProps {
  /** Label of the button. */
  readonly label: string;
  readonly waiting: boolean;
  readonly sending: boolean;
  readonly onSend: () => void;
  // Props that the form item passes to its field:
  readonly id?: string;
  readonly value?: string;
  readonly onChange?: (event: ChangeEvent<HTMLInputElement>) => void;
  readonly onBlur?: (event: FocusEvent<HTMLInputElement>) => void;
}

/** Input for the digits with the send button. */
export function CodeInput({ label, waiting, sending, onSend, value = '', onBlur, ...field }: CodeInputProps) {
  const button = useRef<HTMLButtonElement>(null);
  return (
    <Input
      {...field}
      value={value}
      inputMode="numeric"
      autoComplete="one-time-code"
      onBlur={(event) => {
        // Moving from the empty field to the button is no mistake yet, so the field is not validated.
        if (event.relatedTarget !== button.current) onBlur?.(event);
      }}
      suffix={
        <Button
          ref={button}
          type="link"
          size="small"
          className={styles.send ?? ''}
          disabled={waiting}
          loading={sending}
          onClick={(event) => {
            // Otherwise the surrounding field would take the focus and be validated when the focus moves on.
            event.stopPropagation();
            onSend();
          }}
        >
          {label}
        </Button>
      }
    />
  );
}
