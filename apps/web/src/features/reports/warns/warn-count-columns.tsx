import { titleOfWarnCount } from '@wakeline/charts/warn-chart';
import type { WarnCountRow, WarnCountSort } from '@wakeline/contract/reports/warns';
import { WARN_FIGURE_TEXTS } from '@wakeline/contract/reports/warns-texts';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../format/use-format.ts';
import { useLanguage } from '../../../i18n/i18n.ts';
import type { RecordColumn } from '../../../parts/records/record-table.tsx';
import { CutText, Digits } from '../report-cells.tsx';
import type { WarnCountRequest } from './warn-request.ts';

/** Width in pixels of the columns that are visible at first; a narrower table scrolls sideways. */
export const WARN_COUNT_WIDTH = 760;

/** The columns of the alarm statistics; the first one says what a row is about. */
export function useWarnCountColumns(request: WarnCountRequest): readonly RecordColumn<WarnCountRow>[] {
  const { t } = useTranslation('warnReport');
  const language = useLanguage();
  const { formatCount, formatDateTime } = useFormat();
  const alarms = WARN_FIGURE_TEXTS[language].count.name;
  const isNamed = request.by === 'device' || request.by === 'group';
  const count = (key: WarnCountSort & ('alarms' | 'urgent' | 'info' | 'devices'), title: string) => ({
    ...{ key, title, width: 100, sortable: true, optional: true },
    render: (row: WarnCountRow) => <Digits>{formatCount(row[key])}</Digits>,
  });
  const time = (key: 'first' | 'last') => ({
    ...{ key, title: t(key), width: 168, optional: true, initiallyHidden: key === 'first' },
    render: (row: WarnCountRow) => row[key] !== null && <Digits>{formatDateTime(row[key])}</Digits>,
  });
  return [
    {
      ...{ key: isNamed ? 'name' : 'key', title: t(`key.${request.by}`), width: 190, sortable: true },
      render: (row) => (
        <CutText
          text={
            row.key === 'sum'
              ? t('total')
              : titleOfWarnCount(row, { by: request.by, period: request, language })
          }
        />
      ),
    },
    count('alarms', alarms),
    count('urgent', t('urgent')),
    count('info', t('info')),
    count('devices', t('devices')),
    time('first'),
    time('last'),
  ];
}
