import type { TextProblem, TextRefusal } from '@wakeline/domain/instructions/texts/instruction-text';
import { useTranslation } from 'react-i18next';

/** What is wrong with a text, or with the example values in it. */
export function useProblemText(): {
  readonly ofProblem: (problem: TextProblem) => string;
  readonly ofRefusal: (refusal: TextRefusal) => string;
} {
  const { t } = useTranslation('instructionTexts');
  return {
    ofProblem: ({ reason, at }) => t(`problem.${reason}`, { at: `{${at ?? ''}}`, open: '{{', close: '}}' }),
    ofRefusal: ({ reason, at }) => t(`refusal.${reason}`, { at: `{${at ?? ''}}` }),
  };
}
