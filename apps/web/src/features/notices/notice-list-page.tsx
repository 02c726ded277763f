import type { Notice } from '@wakeline/contract/entities/notice';
import { NOTICE_TYPES, type NoticeType } from '@wakeline/domain/notice-type';
import { Button, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useFormat } from '../../format/use-format.ts';
import { useLanguage } from '../../i18n/i18n.ts';
import { errorText, isRefusal } from '../../service/error-text.ts';
import { type RecordColumn, RecordTable } from '../../ui/record-table.tsx';
import { Screen } from '../../ui/screen.tsx';
import styles from './notice-list-page.module.css';
import { isGrave } from './notice-words.ts';
import { useMarkAllRead, useNoticePage, useOpenNotice, useUnread } from './use-notices.ts';

/** All notices that are kept. Opening one marks it read and shows its device on the map. */
export function NoticeListPage() {
  const { t } = useTranslation('notices');
  const language = useLanguage();
  const navigate = useNavigate();
  const { coordinates } = useFormat();
  const [page, setPage] = useState({ pageIndex: 1, pageSize: 10 });
  const [msgType, setType] = useState<NoticeType | null>(null);
  const [isRead, setRead] = useState<'UNREAD' | 'READ' | null>(null);
  const { data, error, refetch } = useNoticePage({
    ...page,
    ...(msgType === null ? {} : { msgType }),
    ...(isRead === null ? {} : { isRead }),
  });
  const { msgCount } = useUnread();
  const open = useOpenNotice();
  const markAll = useMarkAllRead();
  const toFirst = () => setPage((before) => ({ ...before, pageIndex: 1 }));

  function show({ messageId, trackerId }: Notice): void {
    open.mutate(messageId, {
      onSuccess: () => trackerId !== null && navigate(`/?device=${trackerId}`),
    });
  }

  const columns: readonly RecordColumn<Notice>[] = [
    {
      key: 'type',
      title: t('column.type'),
      width: 160,
      render: (notice) => (
        <Button
          type="link"
          size="small"
          danger={isGrave(notice.msgType)}
          className={styles.open ?? ''}
          data-unread={notice.isRead === 'UNREAD'}
          onClick={() => show(notice)}
        >
          {t(`type.${notice.msgType}`)}
        </Button>
      ),
    },
    {
      key: 'state',
      title: t('column.state'),
      width: 90,
      render: (notice) => t(notice.isRead === 'READ' ? 'read' : 'unread'),
    },
    {
      key: 'device',
      title: t('column.device'),
      render: ({ trackerName }) => <span title={trackerName}>{trackerName || '—'}</span>,
    },
    { key: 'imei', title: 'IMEI', width: 160, optional: true, render: ({ imei }) => imei || '—' },
    {
      key: 'content',
      title: t('column.content'),
      render: ({ content }) => <span title={content}>{content}</span>,
    },
    {
      key: 'place',
      title: t('column.place'),
      width: 220,
      optional: true,
      render: ({ location }) =>
        location === null ? '—' : coordinates(location.latitude, location.longitude),
    },
    { key: 'time', title: t('column.time'), width: 180, render: ({ createTimeStr }) => createTimeStr },
  ];

  return (
    <Screen
      title={t('listTitle')}
      action={
        <Button disabled={msgCount === 0} loading={markAll.isPending} onClick={() => markAll.mutate()}>
          {t('markAll')}
        </Button>
      }
      filters={
        <>
          <Select<NoticeType | ''>
            aria-label={t('filterType')}
            className={styles.filter ?? ''}
            value={msgType ?? ''}
            options={[
              { value: '', label: t('allTypes') },
              ...NOTICE_TYPES.map((value) => ({ value, label: t(`type.${value}`) })),
            ]}
            onChange={(chosen) => {
              setType(chosen === '' ? null : chosen);
              toFirst();
            }}
          />
          <Select<'UNREAD' | 'READ' | ''>
            aria-label={t('filterRead')}
            className={styles.filter ?? ''}
            value={isRead ?? ''}
            options={[
              { value: '', label: t('allStates') },
              { value: 'UNREAD', label: t('unread') },
              { value: 'READ', label: t('read') },
            ]}
            onChange={(chosen) => {
              setRead(chosen === '' ? null : chosen);
              toFirst();
            }}
          />
        </>
      }
    >
      <RecordTable<Notice>
        label={t('listTitle')}
        name="notices"
        rows={data?.list}
        rowKey={({ messageId }) => messageId}
        columns={columns}
        failure={error === null ? null : `${t('failed')}: ${errorText(error, language)}`}
        onRetry={isRefusal(error) ? null : () => void refetch()}
        empty={t('none')}
        page={{
          index: page.pageIndex,
          size: page.pageSize,
          total: data?.total ?? 0,
          onChange: (pageIndex, pageSize) => setPage({ pageIndex, pageSize }),
        }}
      />
    </Screen>
  );
}
