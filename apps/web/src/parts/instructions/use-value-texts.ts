import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/i18n.ts';
import type { ValueTexts } from './value-text.ts';

/** The texts with which values of instructions are displayed. */
export function useValueTexts(): ValueTexts {
  const { t } = useTranslation('instructions');
  const language = useLanguage();
  return { language, on: t('on'), off: t('off'), unit: (unit) => t(`unit.${unit}`) };
}
