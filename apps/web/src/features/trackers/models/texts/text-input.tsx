import { type InstructionName, instructionOf } from '@wakeline/domain/instructions/catalogue';
import { MAX_TEXT_LENGTH } from '@wakeline/domain/instructions/texts/instruction-text';
import { Button, Input } from 'antd';
import type { TextAreaRef } from 'antd/es/input/TextArea';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../../i18n/i18n.ts';
import { placeholderFor } from './placeholder-text.ts';
import styles from './texts.module.css';

interface TextInputProps {
  readonly instruction: InstructionName;
  /** Set by the form item. */
  readonly id?: string;
  readonly value?: string;
  readonly onChange?: (value: string) => void;
  readonly onBlur?: () => void;
}

/** The text, with a button for each value that inserts its placeholder where the cursor is. */
export function TextInput({ instruction, id, value = '', onChange, onBlur }: TextInputProps) {
  const { t } = useTranslation('instructionTexts');
  const language = useLanguage();
  const area = useRef<TextAreaRef>(null);
  const parameters = Object.entries(instructionOf(instruction).parameters);

  function insert(placeholder: string): void {
    const element = area.current?.resizableTextArea?.textArea;
    const start = element?.selectionStart ?? value.length;
    const end = element?.selectionEnd ?? value.length;
    onChange?.(value.slice(0, start) + placeholder + value.slice(end));
    const cursor = start + placeholder.length;
    requestAnimationFrame(() => {
      element?.focus();
      element?.setSelectionRange(cursor, cursor);
    });
  }

  return (
    <>
      <Input.TextArea
        ref={area}
        {...(id === undefined ? {} : { id })}
        className={styles.code ?? ''}
        value={value}
        autoSize={{ minRows: 1, maxRows: 6 }}
        maxLength={MAX_TEXT_LENGTH}
        placeholder={t('textExample')}
        spellCheck={false}
        onChange={({ target }) => onChange?.(target.value.replace(/[\r\n]/g, ''))}
        onBlur={onBlur}
      />
      {parameters.length > 0 && (
        <div className={styles.values}>
          <span>{t('values')}</span>
          {parameters.map(([name, parameter]) => (
            <Button
              key={name}
              size="small"
              aria-label={t('insert', { name: parameter.title[language] })}
              // Keeps the cursor in the text.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => insert(placeholderFor(name, parameter))}
            >
              {parameter.title[language]}
              <code>{`{${name}}`}</code>
            </Button>
          ))}
        </div>
      )}
    </>
  );
}
