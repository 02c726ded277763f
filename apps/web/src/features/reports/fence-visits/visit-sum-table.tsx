import {
  FENCE_VISIT_SUM_SORTS,
  type FenceVisitGrouping,
  type FenceVisitSumRow,
  type FenceVisitSums,
} from '@wakeline/contract/reports/fence-visits';
import { FENCE_VISIT_GROUPING_TEXTS } from '@wakeline/contract/reports/fence-visits-texts';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../i18n/i18n.ts';
import { RecordTable } from '../../../parts/records/record-table.tsx';
import { useListFailure } from '../../../parts/records/use-list-failure.ts';
import { useFirstPageBeyondEnd } from '../use-report-address.ts';
import type { useVisitSums } from './use-visits.ts';
import { countVisitFilters, type VisitPageKind, type VisitRequest } from './visit-request.ts';
import { SUM_KEY, useVisitSumColumns, VISIT_SUM_TABLE_WIDTH } from './visit-sum-columns.tsx';

interface VisitSumTableProps {
  readonly kind: VisitPageKind;
  readonly by: FenceVisitGrouping;
  readonly request: VisitRequest;
  readonly query: ReturnType<typeof useVisitSums>;
  readonly onChange: (next: Partial<VisitRequest>) => void;
}

/** Sums of visits by fence, device, group or time. */
export function VisitSumTable({ kind, by, request, query, onChange }: VisitSumTableProps) {
  const { t } = useTranslation('fenceReport');
  const language = useLanguage();
  useFirstPageBeyondEnd(query, request, onChange);
  const { data } = query;
  const failure = useListFailure(query);
  const columns = useVisitSumColumns(by, request);
  const { index, size, sumSort, descending } = request;
  const isUnlimited = countVisitFilters(request) === 0 && request.keywords === '';
  return (
    <RecordTable<FenceVisitSumRow>
      label={FENCE_VISIT_GROUPING_TEXTS[language][by]}
      name={`fenceReport.${kind}.${by}`}
      rows={data?.list}
      rowKey={({ key }) => key}
      columns={columns}
      minWidth={VISIT_SUM_TABLE_WIDTH}
      {...failure}
      empty={t(isUnlimited ? 'none' : 'noneFound')}
      sort={{
        ...{ column: sumSort, descending },
        onChange: (order) =>
          onChange({
            sumSort: FENCE_VISIT_SUM_SORTS.find((one) => one === order.column) ?? sumSort,
            descending: order.descending,
          }),
      }}
      {...(data === undefined ? {} : { sum: toSumRow(data.sum) })}
      page={{
        ...{ index, size, total: data?.total ?? 0 },
        onChange: (nextIndex, nextSize) => onChange({ index: nextIndex, size: nextSize }),
      }}
    />
  );
}

/** The sums as a row of the table. */
function toSumRow(sum: FenceVisitSums): FenceVisitSumRow {
  const none = { trackerId: null, trackerName: null, imei: null, groupId: null, groupName: null };
  return { ...sum, ...none, key: SUM_KEY, fenceId: null, fenceName: null, startDay: null };
}
