import type { Plane } from '@wakeline/contract/aviation/planes';
import type { ResultOf } from '@wakeline/contract/operation';
import type { Operations } from '@wakeline/contract/operations';
import { Drawer } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { RecordTable } from '../../../parts/records/record-table.tsx';
import { useListFailure } from '../../../parts/records/use-list-failure.ts';
import styles from '../aviation.module.css';
import { TimeWithUtc } from '../time-with-utc.tsx';
import { usePlaneBindings } from './use-planes.ts';

type Binding = ResultOf<Operations['queryPlaneBindings']>['list'][number];

const PAGE_SIZE = 20;

interface BindingHistoryProps {
  readonly plane: Plane;
  readonly onClose: () => void;
}

/** The devices that a plane has and had. */
export function BindingHistory({ plane, onClose }: BindingHistoryProps) {
  const { t } = useTranslation('planes');
  const [page, setPage] = useState({ index: 1, size: PAGE_SIZE });
  const query = usePlaneBindings(plane.planeId, page.index, page.size);
  const failure = useListFailure(query);
  return (
    <Drawer open onClose={onClose} size={640} title={t('history.title', { name: plane.tailNumber })}>
      <RecordTable<Binding>
        label={t('history.title', { name: plane.tailNumber })}
        name="plane-bindings"
        rows={query.data?.list}
        rowKey={({ boundTime, imei }) => `${boundTime} ${imei}`}
        columns={[
          {
            key: 'device',
            title: t('device'),
            render: ({ trackerName, imei }) => (
              <span className={styles.lines} title={`${trackerName} ${imei}`}>
                <span>{trackerName}</span>
                <small className={styles.muted}>{imei}</small>
              </span>
            ),
          },
          {
            key: 'from',
            title: t('history.from'),
            width: 200,
            render: ({ boundTime, boundBy }) => <Change time={boundTime} user={boundBy} />,
          },
          {
            key: 'to',
            title: t('history.to'),
            width: 200,
            render: ({ unboundTime, unboundBy }) =>
              unboundTime === null ? t('history.current') : <Change time={unboundTime} user={unboundBy} />,
          },
        ]}
        {...failure}
        empty={t('history.none')}
        page={{
          ...page,
          total: query.data?.total ?? 0,
          onChange: (index, size) => setPage({ index, size }),
        }}
      />
    </Drawer>
  );
}

/** Time and user of a change; the user is null if not known. */
function Change({ time, user }: { readonly time: number; readonly user: string | null }) {
  return (
    <span className={styles.lines} title={user ?? ''}>
      <TimeWithUtc time={time} />
      {user !== null && <small className={styles.muted}>{user}</small>}
    </span>
  );
}
