import { FENCE_VISIT_SORTS } from '@wakeline/contract/reports/fence-visits';
import { useTranslation } from 'react-i18next';
import { RecordTable } from '../../../parts/records/record-table.tsx';
import { useListFailure } from '../../../parts/records/use-list-failure.ts';
import { RecordTools } from '../report-cells.tsx';
import { ALL_DEVICES } from '../report-request.ts';
import { useFirstPageBeyondEnd } from '../use-report-address.ts';
import type { useVisits } from './use-visits.ts';
import { useVisitColumns, VISIT_TABLE_WIDTH, type VisitTableRow } from './visit-columns.tsx';
import { countVisitFilters, type VisitRequest } from './visit-request.ts';

interface VisitTableProps {
  readonly request: VisitRequest;
  readonly query: ReturnType<typeof useVisits>;
  readonly onChange: (next: Partial<VisitRequest>) => void;
}

/** Single visits. */
export function VisitTable({ request, query, onChange }: VisitTableProps) {
  const { t } = useTranslation('fenceReport');
  const { t: tReports } = useTranslation('reports');
  useFirstPageBeyondEnd(query, request, onChange);
  const { data } = query;
  const failure = useListFailure(query);
  const columns = useVisitColumns();
  const { index, size, sort, descending } = request;
  const isUnlimited = countVisitFilters(request) === 0 && request.keywords === '';
  return (
    <RecordTable<VisitTableRow>
      label={tReports('page.dataCenter.fenceDataRecord')}
      name="fenceReport.visit"
      rows={data?.list.map((visit) => ({ key: visit.key, visit, sum: null }))}
      rowKey={({ key }) => key}
      columns={columns}
      minWidth={VISIT_TABLE_WIDTH}
      {...failure}
      empty={t(isUnlimited ? 'none' : 'noneFound')}
      actions={({ visit }) =>
        visit !== null && (
          <RecordTools
            trackerId={visit.trackerId}
            name={visit.trackerName}
            time={visit.start}
            position={visit.startPosition ?? visit.endPosition}
            onDevice={() => onChange({ ...ALL_DEVICES, trackerIds: [visit.trackerId] })}
          />
        )
      }
      actionsWidth={140}
      sort={{
        ...{ column: sort, descending },
        onChange: (order) =>
          onChange({
            sort: FENCE_VISIT_SORTS.find((one) => one === order.column) ?? sort,
            descending: order.descending,
          }),
      }}
      {...(data === undefined ? {} : { sum: { key: 'sum', visit: null, sum: data.sum } })}
      page={{
        ...{ index, size, total: data?.total ?? 0 },
        onChange: (nextIndex, nextSize) => onChange({ index: nextIndex, size: nextSize }),
      }}
    />
  );
}
