import { LIMITS } from '@wakeline/contract/limits';
import type { GiftRecord } from '@wakeline/contract/live-events/gift-records';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../format/use-format.ts';
import { serverNow } from '../../../live/live-store.ts';
import { LiveScreen } from '../../../parts/matches/live-screen.tsx';
import { FilterBar } from '../../../parts/records/filter-bar.tsx';
import { type RecordColumn, RecordTable } from '../../../parts/records/record-table.tsx';
import { useListFailure } from '../../../parts/records/use-list-failure.ts';
import { ExportButton } from '../../../parts/tasks/export-button.tsx';
import { useClient } from '../../../service/client.ts';
import { useSearchParams } from '../../../ui/search-params.ts';
import { TimeFilter } from '../../../ui/time-filter.tsx';
import { useYuan } from '../gifts/use-yuan.ts';
import styles from '../live-events.module.css';
import { useLiveEventQuery } from '../use-live-event.ts';
import {
  countFilters,
  NO_CONDITIONS,
  parseRecordRequest,
  type RecordRequest,
  toRecordSearch,
} from './record-request.ts';

const TABLE_WIDTH = 1_080;

/** What viewers of a match bought, with the sums. The address contains the match, filter and page. */
export function GiftRecordPage() {
  return <LiveScreen tab="giftRecord">{(matchId) => <Records key={matchId} matchId={matchId} />}</LiveScreen>;
}

function Records({ matchId }: { readonly matchId: number }) {
  const { t } = useTranslation('gifts');
  const client = useClient();
  const formatYuan = useYuan();
  const { formatCount } = useFormat();
  const [openedAt] = useState(serverNow);
  const [search, setSearch] = useSearchParams();
  const { index, size, ...conditions } = parseRecordRequest(search);
  const { keywords, startTime, endTime } = conditions;
  const filter = {
    ...{ matchId, keywords },
    ...(startTime !== undefined && { startTime }),
    ...(endTime !== undefined && { endTime }),
  };
  const query = useLiveEventQuery('queryMatchGiftsRecord', { ...filter, pageIndex: index, pageSize: size });
  const { data } = query;
  const failure = useListFailure(query);
  const columns = useColumns();
  const change = (next: Partial<RecordRequest>) =>
    setSearch((before) => toRecordSearch(before, { ...parseRecordRequest(before), index: 1, ...next }), {
      replace: true,
    });
  const isFiltered = countFilters(conditions) > 0 || conditions.keywords !== '';
  return (
    <>
      <FilterBar
        search={t('records.search')}
        keywords={conditions.keywords}
        maxLength={LIMITS.name}
        onSearch={(keywords) => change({ keywords })}
        active={countFilters(conditions)}
        onClear={() => change(NO_CONDITIONS)}
        tools={
          <ExportButton
            start={(format) => client.call('exportMatchGiftsRecordExcel', { ...filter, format })}
            formats={['xlsx', 'csv']}
            disabled={data === undefined || data.total === 0}
          />
        }
      >
        <TimeFilter
          startTime={conditions.startTime}
          endTime={conditions.endTime}
          now={openedAt}
          onChange={change}
        />
      </FilterBar>
      {data !== undefined && data.total > 0 && (
        <dl className={`${styles.figures} ${styles.totals}`}>
          <div>
            <dt>{t('records.total')}</dt>
            <dd>{formatYuan(data.totals.total)}</dd>
          </div>
          <div>
            <dt>{t('records.count')}</dt>
            <dd>{formatCount(data.totals.count)}</dd>
          </div>
          <div>
            <dt>{t('records.votes')}</dt>
            <dd>{formatCount(data.totals.votes)}</dd>
          </div>
        </dl>
      )}
      <RecordTable<GiftRecord>
        label={t('records.title')}
        name="giftRecords"
        rows={data?.list}
        rowKey={({ recordId }) => recordId}
        columns={columns}
        minWidth={TABLE_WIDTH}
        {...failure}
        empty={t(isFiltered ? 'records.noneFound' : 'records.none')}
        page={{
          ...{ index, size, total: data?.total ?? 0 },
          onChange: (nextIndex, nextSize) => change({ index: nextIndex, size: nextSize }),
        }}
      />
    </>
  );
}

function useColumns(): readonly RecordColumn<GiftRecord>[] {
  const { t } = useTranslation('gifts');
  const { formatDateTime, formatCount } = useFormat();
  const formatYuan = useYuan();
  const number = (text: string) => <span className={styles.number}>{text}</span>;
  return [
    { key: 'time', title: t('records.time'), width: 180, render: ({ time }) => number(formatDateTime(time)) },
    {
      key: 'gift',
      title: t('records.gift'),
      render: ({ giftName, pictureUrl }) => (
        <span className={styles.giftName}>
          <img className={styles.picture} src={pictureUrl} alt="" />
          {giftName}
        </span>
      ),
    },
    { key: 'price', title: t('records.price'), width: 110, render: ({ price }) => number(formatYuan(price)) },
    { key: 'count', title: t('records.count'), width: 90, render: ({ count }) => number(formatCount(count)) },
    { key: 'total', title: t('records.total'), width: 120, render: ({ total }) => number(formatYuan(total)) },
    {
      key: 'votes',
      title: t('records.votes'),
      width: 130,
      render: ({ votes }) => number(formatCount(votes)),
    },
    { key: 'giver', title: t('records.giver'), width: 150, render: ({ giver }) => giver },
    { key: 'receiver', title: t('records.receiver'), width: 150, render: ({ receiver }) => receiver },
    {
      key: 'payment',
      title: t('records.paymentLabel'),
      width: 110,
      optional: true,
      initiallyHidden: true,
      render: ({ payment }) => t(`records.payment.${payment}`),
    },
  ];
}
