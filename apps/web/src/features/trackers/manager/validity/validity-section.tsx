import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ResultOf } from '@wakeline/contract/operation';
import type { Operations } from '@wakeline/contract/operations';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../format/use-format.ts';
import { type RecordColumn, RecordTable } from '../../../../parts/records/record-table.tsx';
import { useListFailure } from '../../../../parts/records/use-list-failure.ts';
import { useClient } from '../../../../service/client.ts';
import { USER_QUERIES } from '../../../../service/session.ts';
import { toValidDate } from '../../valid-date.ts';
import type { DeviceSectionProps } from '../device/device-sections.ts';

type ValidityChange = ResultOf<Operations['queryValidityHistory']>['list'][number];

/** The changes of a device's validity, newest first. */
export function ValiditySection({ device: { trackerId, validUntil } }: DeviceSectionProps) {
  const { t } = useTranslation('deviceValidity');
  const { formatDateTime, timeZone } = useFormat();
  const client = useClient();
  const [page, setPage] = useState({ pageIndex: 1, pageSize: 20 });
  const query = useQuery({
    // A change of the validity loads the history again.
    queryKey: [USER_QUERIES, 'devices', 'validity', trackerId, validUntil, page],
    queryFn: ({ signal }) => client.call('queryValidityHistory', { trackerId, ...page }, { signal }),
    placeholderData: keepPreviousData,
  });
  const failure = useListFailure(query);
  const formatEnd = (end: number | null) => (end === null ? t('unlimited') : toValidDate(end, timeZone));
  const columns: readonly RecordColumn<ValidityChange>[] = [
    {
      key: 'changed',
      title: t('changed'),
      width: 190,
      render: ({ changeTime }) => formatDateTime(changeTime),
    },
    { key: 'from', title: t('from'), width: 150, render: ({ from }) => formatEnd(from) },
    { key: 'to', title: t('to'), width: 150, render: ({ to }) => formatEnd(to) },
    { key: 'login', title: t('login'), render: ({ login }) => (login === '' ? t('loginNone') : login) },
  ];
  return (
    <RecordTable<ValidityChange>
      label={t('history')}
      name="device-validity"
      rows={query.data?.list}
      rowKey={({ changeId }) => changeId}
      columns={columns}
      {...failure}
      empty={t('historyNone')}
      page={{
        index: page.pageIndex,
        size: page.pageSize,
        total: query.data?.total ?? 0,
        onChange: (pageIndex, pageSize) => setPage({ pageIndex, pageSize }),
      }}
    />
  );
}
