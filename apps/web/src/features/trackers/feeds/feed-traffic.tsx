import { IconX } from '@tabler/icons-react';
import type { Feed, TrafficObject } from '@wakeline/contract/trackers/feeds';
import { Button, Input } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useFormat } from '../../../format/use-format.ts';
import { useServerNow } from '../../../live/live-store.ts';
import { buildMapPositionUrl } from '../../../parts/addresses/map-position-url.ts';
import type { TrackerSubject } from '../../../parts/devices/subjects.ts';
import { type RecordColumn, RecordTable } from '../../../parts/records/record-table.tsx';
import { useListFailure } from '../../../parts/records/use-list-failure.ts';
import { TrackerForm } from '../tracker-form.tsx';
import styles from './feeds.module.css';
import { useFeedTraffic, useReloadFeeds } from './use-feeds.ts';

const PAGE_SIZE = 20;

/** The objects of a feed that are no devices, to register them. */
export function FeedTraffic({ feed }: { readonly feed: Feed }) {
  const { t } = useTranslation('feeds');
  const [keywords, setKeywords] = useState('');
  const [page, setPage] = useState({ index: 1, size: PAGE_SIZE });
  const [subject, setSubject] = useState<TrackerSubject | null>(null);
  const query = useFeedTraffic({ feedId: feed.feedId, keywords, pageIndex: page.index, pageSize: page.size });
  const failure = useListFailure(query);
  const columns = useTrafficColumns();
  const reload = useReloadFeeds();
  if (feed.unknownObjects === 'ignore') return <p className={styles.muted}>{t('traffic.ignored')}</p>;
  return (
    <section>
      <h3>{t('traffic.title')}</h3>
      <Input
        className={styles.search ?? ''}
        value={keywords}
        allowClear={{ clearIcon: <IconX size={14} role="img" aria-label={t('traffic.clear')} /> }}
        aria-label={t('traffic.search')}
        placeholder={t('traffic.search')}
        maxLength={64}
        onChange={({ target }) => {
          setKeywords(target.value);
          setPage((last) => ({ ...last, index: 1 }));
        }}
      />
      <RecordTable<TrafficObject>
        label={t('traffic.title')}
        name="feedTraffic"
        rows={query.data?.list}
        rowKey={({ objectId }) => objectId}
        columns={columns}
        {...failure}
        empty={t(keywords === '' ? 'traffic.none' : 'traffic.noneFound')}
        actionsWidth={96}
        actions={({ objectId }) => (
          <Button
            size="small"
            aria-label={t('traffic.registerOne', { number: objectId })}
            onClick={() => setSubject({ kind: 'add', groupId: null, imei: objectId })}
          >
            {t('traffic.register')}
          </Button>
        )}
        page={{ ...page, total: query.data?.total ?? 0, onChange: (index, size) => setPage({ index, size }) }}
      />
      <TrackerForm subject={subject} onClose={() => setSubject(null)} onSaved={() => void reload()} />
    </section>
  );
}

function useTrafficColumns(): readonly RecordColumn<TrafficObject>[] {
  const { t } = useTranslation('feeds');
  const { t: tFormat } = useTranslation('format');
  const { formatCoordinates, formatDateTime, formatRelativeTime, formatSpeed } = useFormat();
  const now = useServerNow(3_000);
  const describeSpeed = (kmh: number) => {
    const { value, unit } = formatSpeed(kmh);
    return `${value} ${tFormat(`unit.${unit}`)}`;
  };
  return [
    {
      key: 'objectId',
      title: t('traffic.objectId'),
      width: 144,
      render: ({ objectId }) => <span title={objectId}>{objectId}</span>,
    },
    { key: 'name', title: t('traffic.name'), render: ({ name }) => name && <span title={name}>{name}</span> },
    {
      key: 'kind',
      title: t('traffic.kind'),
      width: 110,
      optional: true,
      initiallyHidden: true,
      render: ({ kind }) => t(`objectKind.${kind}`),
    },
    {
      key: 'position',
      title: t('traffic.position'),
      width: 184,
      optional: true,
      render: ({ latitude, longitude }) => (
        <Link to={buildMapPositionUrl({ latitude, longitude })}>
          {formatCoordinates(latitude, longitude)}
        </Link>
      ),
    },
    {
      key: 'speed',
      title: t('traffic.speed'),
      width: 96,
      optional: true,
      render: ({ speed }) => <span className={styles.number}>{speed !== null && describeSpeed(speed)}</span>,
    },
    {
      key: 'time',
      title: t('traffic.time'),
      width: 96,
      render: ({ time }) => <span title={formatDateTime(time)}>{formatRelativeTime(time, now)}</span>,
    },
  ];
}
