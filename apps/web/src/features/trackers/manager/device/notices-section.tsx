import type { Notice } from '@wakeline/contract/entities/notice';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { getNoticeDetail } from '../../../../parts/notices/notice-text.ts';
import { useNoticePage } from '../../../../parts/notices/use-notices.ts';
import { type RecordColumn, RecordTable } from '../../../../parts/records/record-table.tsx';
import { useListFailure } from '../../../../parts/records/use-list-failure.ts';
import type { DeviceSectionProps } from './device-sections.ts';

/** The notices about a device, newest first. */
export function NoticesSection({ device }: DeviceSectionProps) {
  const { t } = useTranslation('devices');
  const { t: tNotices } = useTranslation('notices');
  const [page, setPage] = useState({ pageIndex: 1, pageSize: 20 });
  const query = useNoticePage({ trackerIds: [device.trackerId] }, page.pageIndex, page.pageSize);
  const failure = useListFailure(query);
  const columns: readonly RecordColumn<Notice>[] = [
    {
      key: 'type',
      title: t('notice.type'),
      width: 160,
      render: ({ msgType }) => tNotices(`type.${msgType}`),
    },
    { key: 'detail', title: t('notice.detail'), render: (notice) => getNoticeDetail(notice) },
    { key: 'time', title: t('notice.time'), width: 190, render: ({ createTimeStr }) => createTimeStr },
  ];
  return (
    <RecordTable<Notice>
      label={t('section.notices')}
      name="device-notices"
      rows={query.data?.list}
      rowKey={({ messageId }) => messageId}
      columns={columns}
      {...failure}
      empty={t('notice.none')}
      page={{
        index: page.pageIndex,
        size: page.pageSize,
        total: query.data?.total ?? 0,
        onChange: (pageIndex, pageSize) => setPage({ pageIndex, pageSize }),
      }}
    />
  );
}
