import { rangeText, rowRange } from '@wakeline/charts/row-range';
import { NOTICE_TITLES } from '@wakeline/contract/notices/notice-titles';
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

/** What a row is about. */
export function useWarnCountName({ by, ...period }: WarnCountRequest): (row: WarnCountRow) => string {
  const { t } = useTranslation('warnReport');
  const { t: tReports } = useTranslation('reports');
  const language = useLanguage();
  return (row) => {
    if (row.key === 'sum') return t('total');
    if (row.msgType !== null) return NOTICE_TITLES[language][row.msgType];
    if (row.hour !== null) return `${String(row.hour).padStart(2, '0')}:00`;
    if (row.startDay !== null) return rangeText(rowRange(by, row.startDay, period));
    return row.trackerName ?? row.groupName ?? tReports('noGroup');
  };
}

/** The columns of the alarm statistics; the first one says what a row is about. */
export function useWarnCountColumns(request: WarnCountRequest): readonly RecordColumn<WarnCountRow>[] {
  const { t } = useTranslation('warnReport');
  const { formatCount, formatDateTime } = useFormat();
  const alarms = WARN_FIGURE_TEXTS[useLanguage()].count.name;
  const nameOf = useWarnCountName(request);
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
      render: (row) => <CutText text={nameOf(row)} />,
    },
    count('alarms', alarms),
    count('urgent', t('urgent')),
    count('info', t('info')),
    count('devices', t('devices')),
    time('first'),
    time('last'),
  ];
}
