import type { InstructionRecord } from '@wakeline/contract/instructions';
import { instructionOf } from '@wakeline/domain/instructions/catalogue';
import { App } from 'antd';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../format/use-format.ts';
import { useLanguage } from '../../i18n/i18n.ts';
import { errorText } from '../../service/error-text.ts';
import { useConfirm } from '../records/use-confirm.ts';
import { useChangeInstructions } from './use-instructions.ts';
import { useValueTexts } from './use-value-texts.ts';
import { summarizeValues, type ValueTexts } from './value-text.ts';

export interface LedgerActions {
  readonly recall: (records: readonly InstructionRecord[]) => void;
  readonly resend: (records: readonly InstructionRecord[]) => void;
}

/** Recalls and resends instructions; both ask for a confirmation. */
export function useLedgerActions(onDone: () => void): LedgerActions {
  const { t } = useTranslation('instructions');
  const language = useLanguage();
  const texts = useValueTexts();
  const { message } = App.useApp();
  const { formatCount } = useFormat();
  const confirm = useConfirm();
  const change = useChangeInstructions();
  const idsOf = (records: readonly InstructionRecord[]) => records.map(({ instructionId }) => instructionId);

  return {
    async recall(records) {
      try {
        const recalled = await change.mutateAsync({ kind: 'recall', instructionIds: idsOf(records) });
        if (recalled === 0) message.warning(t('recall.none'));
        else message.success(t('recall.done', { count: recalled, number: formatCount(recalled) }));
        onDone();
      } catch (error) {
        message.error(errorText(error, language));
      }
    },
    resend(records) {
      const dangerous = records.filter(({ instruction }) => instructionOf(instruction).dangerous);
      const values = { count: records.length, number: formatCount(records.length) };
      confirm(
        {
          title: t('resend.title', values),
          content:
            dangerous.length === 0 ? (
              t('resend.text')
            ) : (
              <>
                <p>{t('confirm.danger')}</p>
                <ul>
                  {summarizeCalls(dangerous, texts).map((line) => (
                    <li key={line}>{line}</li>
                  ))}
                </ul>
              </>
            ),
          okText: t('resend.ok'),
          successText: t('resend.done', values),
        },
        async () => {
          await change.mutateAsync({
            kind: 'resend',
            instructionIds: idsOf(records),
            confirmed: dangerous.length > 0,
          });
          onDone();
        },
      );
    },
  };
}

/** Each different instruction with its values. */
function summarizeCalls(records: readonly InstructionRecord[], texts: ValueTexts): readonly string[] {
  return [
    ...new Set(
      records.map(({ instruction, parameters }) =>
        [instructionOf(instruction).title[texts.language], summarizeValues(instruction, parameters, texts)]
          .filter(Boolean)
          .join(': '),
      ),
    ),
  ];
}
