import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { instructionOf } from '@wakeline/domain/instructions/catalogue';
import { findTextProblem } from '@wakeline/domain/instructions/texts/check-text';
import type { InstructionText } from '@wakeline/domain/instructions/texts/instruction-text';
import { Button, Tag } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../../i18n/i18n.ts';
import { IconButton } from '../../../../ui/icon-button.tsx';
import type { TextContext } from './text-carrier.ts';
import { TextDialog, type TextSubject } from './text-dialog.tsx';
import styles from './texts.module.css';
import { useProblemText } from './use-problem-text.ts';

interface ModelTextsProps {
  readonly context: TextContext;
  /** Set by the form item. */
  readonly value?: readonly InstructionText[];
  readonly onChange?: (texts: readonly InstructionText[]) => void;
}

/** The texts of a model: a list, with a dialog for one of them. */
export function ModelTexts({ context, value = [], onChange }: ModelTextsProps) {
  const { t } = useTranslation('instructionTexts');
  const [subject, setSubject] = useState<TextSubject | null>(null);
  const { carrier } = context;

  function save(saved: InstructionText): void {
    const isKnown = value.some(({ instruction }) => instruction === saved.instruction);
    onChange?.(
      isKnown
        ? value.map((text) => (text.instruction === saved.instruction ? saved : text))
        : [...value, saved],
    );
    setSubject(null);
  }

  return (
    <div className={styles.texts}>
      {value.length > 0 && (
        <ul>
          {value.map((text) => (
            <TextItem
              key={text.instruction}
              text={text}
              context={context}
              onEdit={() => setSubject({ kind: 'edit', text })}
              onRemove={() => onChange?.(value.filter((other) => other !== text))}
            />
          ))}
        </ul>
      )}
      <Button
        icon={<IconPlus size={16} />}
        disabled={carrier === null}
        onClick={() => setSubject({ kind: 'add' })}
      >
        {t('add')}
      </Button>
      {carrier === null && <small className={styles.note}>{t('problem.no-carrier')}</small>}
      <TextDialog
        subject={subject}
        context={context}
        taken={value.map(({ instruction }) => instruction)}
        onSave={save}
        onClose={() => setSubject(null)}
      />
    </div>
  );
}

interface TextItemProps {
  readonly text: InstructionText;
  readonly context: TextContext;
  readonly onEdit: () => void;
  readonly onRemove: () => void;
}

function TextItem({ text, context: { carrier, encoded }, onEdit, onRemove }: TextItemProps) {
  const { t } = useTranslation('instructionTexts');
  const language = useLanguage();
  const { ofProblem } = useProblemText();
  const name = instructionOf(text.instruction).title[language];
  // A change of the protocol can make a text invalid.
  const problem = findTextProblem(text, carrier);
  return (
    <li>
      <div className={styles.item}>
        <strong className={styles.name}>{name}</strong>
        {encoded.includes(text.instruction) && <Tag>{t('replaces')}</Tag>}
        <code className={styles.itemText} title={text.text}>
          {text.text}
        </code>
        {problem !== null && <small className={styles.problem}>{ofProblem(problem)}</small>}
      </div>
      <IconButton
        label={t('edit', { name })}
        icon={<IconPencil size={16} stroke={1.75} />}
        disabled={carrier === null}
        onClick={onEdit}
      />
      <IconButton
        label={t('remove', { name })}
        icon={<IconTrash size={16} stroke={1.75} />}
        onClick={onRemove}
      />
    </li>
  );
}
