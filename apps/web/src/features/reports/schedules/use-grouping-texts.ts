import { FENCE_VISIT_GROUPINGS } from '@wakeline/contract/reports/fence-visits';
import { FENCE_VISIT_GROUPING_TEXTS } from '@wakeline/contract/reports/fence-visits-texts';
import { OVERVIEW_GROUPINGS } from '@wakeline/contract/reports/overview';
import { OVERVIEW_GROUPING_TEXTS } from '@wakeline/contract/reports/overview-texts';
import type { ReportKind } from '@wakeline/contract/reports/report-files';
import { WARN_GROUPINGS } from '@wakeline/contract/reports/warns';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../i18n/i18n.ts';

/** What a row of a report can be about, as options; none: its rows are single records. */
export function useGroupingTexts(): (report: ReportKind) => { value: string; label: string }[] {
  const { t } = useTranslation('warnReport');
  const language = useLanguage();
  return (report) => {
    switch (report) {
      case 'overview':
        return OVERVIEW_GROUPINGS.map((value) => ({
          value,
          label: OVERVIEW_GROUPING_TEXTS[language][value],
        }));
      case 'fenceVisitSums':
        return FENCE_VISIT_GROUPINGS.map((value) => ({
          value,
          label: FENCE_VISIT_GROUPING_TEXTS[language][value],
        }));
      case 'warnCount':
        return WARN_GROUPINGS.map((value) => ({ value, label: t(`by.${value}`) }));
      default:
        return [];
    }
  };
}
