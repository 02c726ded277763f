import { keepPreviousData, type QueryKey, useQuery } from '@tanstack/react-query';
import type { TrackerBinding } from '@wakeline/contract/trackers/bindings';
import { Drawer } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { RecordTable } from '../records/record-table.tsx';
import { useListFailure } from '../records/use-list-failure.ts';
import styles from './bindings.module.css';

const PAGE_SIZE = 20;

interface PageRequest {
  readonly pageIndex: number;
  readonly pageSize: number;
}

interface BindingHistoryProps {
  readonly title: string;
  /** Storage key of the table. */
  readonly name: string;
  /** What stands for the end of the present binding. */
  readonly current: string;
  readonly queryKey: QueryKey;
  readonly read: (
    page: PageRequest,
    signal: AbortSignal,
  ) => Promise<{ readonly list: readonly TrackerBinding[]; readonly total: number }>;
  readonly renderTime: (time: number) => ReactNode;
  readonly onClose: () => void;
}

/** The devices that something has and had, newest first. */
export function BindingHistory(props: BindingHistoryProps) {
  const { title, name, current, queryKey, read, renderTime, onClose } = props;
  const { t } = useTranslation('trackers');
  const [page, setPage] = useState({ index: 1, size: PAGE_SIZE });
  const query = useQuery({
    queryKey: [...queryKey, page],
    queryFn: ({ signal }) => read({ pageIndex: page.index, pageSize: page.size }, signal),
    placeholderData: keepPreviousData,
  });
  const failure = useListFailure(query);
  /** Time and user of a change; the user is null if not known. */
  const change = (time: number, user: string | null) => (
    <span className={styles.lines} title={user ?? ''}>
      {renderTime(time)}
      {user !== null && <small className={styles.muted}>{user}</small>}
    </span>
  );
  return (
    <Drawer open onClose={onClose} size={640} title={title}>
      <RecordTable<TrackerBinding>
        label={title}
        name={name}
        rows={query.data?.list}
        rowKey={({ boundTime, imei }) => `${boundTime} ${imei}`}
        columns={[
          {
            key: 'device',
            title: t('bindings.device'),
            render: ({ trackerName, imei }) => (
              <span className={styles.lines} title={`${trackerName} ${imei}`}>
                <span>{trackerName}</span>
                <small className={styles.muted}>{imei}</small>
              </span>
            ),
          },
          {
            key: 'from',
            title: t('bindings.from'),
            width: 200,
            render: ({ boundTime, boundBy }) => change(boundTime, boundBy),
          },
          {
            key: 'to',
            title: t('bindings.to'),
            width: 200,
            render: ({ unboundTime, unboundBy }) =>
              unboundTime === null ? current : change(unboundTime, unboundBy),
          },
        ]}
        {...failure}
        empty={t('bindings.none')}
        page={{
          ...page,
          total: query.data?.total ?? 0,
          onChange: (index, size) => setPage({ index, size }),
        }}
      />
    </Drawer>
  );
}
