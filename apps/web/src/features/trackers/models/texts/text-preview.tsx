import type { InstructionName } from '@wakeline/domain/instructions/catalogue';
import type { TextCarrier } from '@wakeline/domain/instructions/texts/carriers';
import { findTextProblem } from '@wakeline/domain/instructions/texts/check-text';
import { exampleValues } from '@wakeline/domain/instructions/texts/example-values';
import { writeText } from '@wakeline/domain/instructions/texts/write-text';
import { useTranslation } from 'react-i18next';
import { useValueTexts } from '../../../../parts/instructions/use-value-texts.ts';
import { summarizeValues } from '../../../../parts/instructions/value-text.ts';
import styles from './texts.module.css';
import { useProblemText } from './use-problem-text.ts';

interface TextPreviewProps {
  readonly instruction: InstructionName;
  readonly text: string;
  readonly carrier: TextCarrier;
}

/** What a device receives with example values, while the text is typed. */
export function TextPreview({ instruction, text, carrier }: TextPreviewProps) {
  const { t } = useTranslation('instructionTexts');
  const valueTexts = useValueTexts();
  const { ofProblem, ofRefusal } = useProblemText();
  if (text.trim() === '') return null;
  const problem = findTextProblem(
    { instruction, text, receipt: null, repeatable: false, sms: false },
    carrier,
  );
  const values = exampleValues(instruction);
  const written = problem === null ? writeText({ instruction, text }, values, carrier) : null;
  const summary = summarizeValues(
    instruction,
    { ...values } as Parameters<typeof summarizeValues>[1],
    valueTexts,
  );
  return (
    <output className={styles.preview}>
      <span className={styles.label}>{t('preview')}</span>
      {typeof written === 'string' ? <code className={styles.result}>{written}</code> : null}
      {written !== null && typeof written !== 'string' ? (
        <span className={styles.problem}>{ofRefusal(written)}</span>
      ) : null}
      {problem !== null && <span className={styles.problem}>{ofProblem(problem)}</span>}
      {summary !== '' && <small className={styles.label}>{t('withValues', { values: summary })}</small>}
    </output>
  );
}
