import { Button } from 'antd';
import Input from 'antd/es/input/Input';
import { type ChangeEvent, type FocusEvent, useRef } from 'react';
import styles from './code-input.module.css';

interface CodeInputProps {
  /** Of the button. */
  readonly label: string;
  readonly waiting: boolean;
  readonly sending: boolean;
  readonly onSend: () => void;
  // What the form gives to its field:
  readonly id?: string;
  readonly value?: string;
  readonly onChange?: (event: ChangeEvent<HTMLInputElement>) => void;
  readonly onBlur?: (event: FocusEvent<HTMLInputElement>) => void;
}

/** Digits, and the button that has them sent. */
export function CodeInput({ label, waiting, sending, onSend, value = '', onBlur, ...field }: CodeInputProps) {
  const button = useRef<HTMLButtonElement>(null);
  return (
    <Input
      {...field}
      value={value}
      inputMode="numeric"
      autoComplete="one-time-code"
      onBlur={(event) => {
        // Who goes from the empty field to the button is about to fill it in: that is no mistake yet.
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
            // The field around would take the focus, and be judged as left when it goes on from there.
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
