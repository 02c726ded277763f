import { IconTrash } from '@tabler/icons-react';
import type { Notice } from '@wakeline/contract/entities/notice';
import { App, Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useFormat } from '../../format/use-format.ts';
import { useLanguage } from '../../i18n/i18n.ts';
import { isCritical, toNoticeKey } from '../../parts/notices/notice-text.ts';
import {
  useDeleteNotice,
  useMarkAllRead,
  useNoticePage,
  useOpenNotice,
  useUnread,
} from '../../parts/notices/use-notices.ts';
import { type RecordColumn, RecordTable } from '../../parts/records/record-table.tsx';
import { errorText, isPermissionError } from '../../service/error-text.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { Screen } from '../../ui/screen.tsx';
import { type NoticeFilter, NoticeFilters } from './notice-filters.tsx';
import styles from './notice-list-page.module.css';

/** All stored notices. Opening one marks it read and shows its device on the map. */
export function NoticeListPage() {
  const { t } = useTranslation('notices');
  const { t: tApp } = useTranslation('app');
  const language = useLanguage();
  const navigate = useNavigate();
  const { formatCoordinates } = useFormat();
  const [page, setPage] = useState({ pageIndex: 1, pageSize: 10 });
  const [filter, setFilter] = useState<NoticeFilter>({});
  const { data, error, refetch } = useNoticePage({ ...page, ...filter });
  const { msgCount } = useUnread();
  const open = useOpenNotice();
  const markAll = useMarkAllRead();
  const deletion = useDeleteNotice();
  const { message, modal, notification } = App.useApp();
  const goToFirstPage = () => setPage((previous) => ({ ...previous, pageIndex: 1 }));

  function show({ messageId, trackerId }: Notice): void {
    open.mutate(messageId, {
      onSuccess: () => trackerId !== null && navigate(`/?device=${trackerId}`),
    });
  }

  function remove({ messageId, msgType, content, createTimeStr }: Notice): void {
    modal.confirm({
      title: t('deleteTitle'),
      content: (
        <>
          <p>{t('deleteText', { content, time: createTimeStr })}</p>
          {msgType === 'SOS' && <p>{t('deleteSos')}</p>}
        </>
      ),
      okText: t('delete'),
      okButtonProps: { danger: true },
      cancelText: tApp('action.cancel'),
      onOk: () =>
        // The mutation shows an error; the dialog closes either way.
        deletion.mutateAsync(messageId).then(
          () => {
            notification.destroy(toNoticeKey(messageId));
            message.success(t('deleted'));
            // After the last notice of a page was deleted, goes to the previous page.
            if (data?.list.length === 1)
              setPage((previous) => ({ ...previous, pageIndex: Math.max(1, previous.pageIndex - 1) }));
          },
          () => undefined,
        ),
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
          danger={isCritical(notice.msgType)}
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
        location === null ? '—' : formatCoordinates(location.latitude, location.longitude),
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
        <NoticeFilters
          filter={filter}
          onChange={(change) => {
            setFilter((previous) => ({ ...previous, ...change }));
            goToFirstPage();
          }}
        />
      }
    >
      <RecordTable<Notice>
        label={t('listTitle')}
        name="notices"
        rows={data?.list}
        rowKey={({ messageId }) => messageId}
        columns={columns}
        failure={error === null ? null : `${t('failed')}: ${errorText(error, language)}`}
        onRetry={isPermissionError(error) ? null : () => void refetch()}
        empty={t('none')}
        actionsWidth={84}
        {...(data?.abilities.remove && {
          actions: (notice: Notice) => (
            <IconButton
              label={t('deleteOne', {
                type: t(`type.${notice.msgType}`),
                device: notice.trackerName || '—',
              })}
              danger
              icon={<IconTrash size={18} stroke={1.75} />}
              onClick={() => remove(notice)}
            />
          ),
        })}
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
