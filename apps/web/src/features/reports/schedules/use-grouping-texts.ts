import { OVERVIEW_GROUPINGS } from '@wakeline/contract/reports/overview';
import { OVERVIEW_GROUPING_TEXTS } from '@wakeline/contract/reports/overview-texts';
import { useLanguage } from '../../../i18n/i18n.ts';

/** What a row of the overview is about, as options. */
export function useGroupingTexts() {
  const texts = OVERVIEW_GROUPING_TEXTS[useLanguage()];
  return OVERVIEW_GROUPINGS.map((value) => ({ value, label: texts[value] }));
}
