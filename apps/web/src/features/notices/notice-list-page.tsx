import { IconChevronDown, IconHistory, IconMapPin, IconMessage } from '@tabler/icons-react';
import type { Notice } from '@wakeline/contract/entities/notice';
import { LIMITS } from '@wakeline/contract/limits';
import type { NoticeFilter } from '@wakeline/contract/notices/notices';
import { REPORT_FORMATS } from '@wakeline/contract/reports/report-files';
import { App, Button, Dropdown } from 'antd';
import type { ComponentProps, ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useLanguage } from '../../i18n/i18n.ts';
import { serverNow } from '../../live/live-store.ts';
import { buildMapPositionUrl } from '../../parts/addresses/map-position-url.ts';
import { buildReplayUrlAt } from '../../parts/addresses/single-replay-url.ts';
import { toNoticeKey } from '../../parts/notices/notice-text.ts';
import {
  useDeleteNotice,
  useMarkAllRead,
  useNoticePage,
  useUnread,
} from '../../parts/notices/use-notices.ts';
import { RecordActions } from '../../parts/records/record-actions.tsx';
import { RecordTable } from '../../parts/records/record-table.tsx';
import { useTickedRows } from '../../parts/records/use-ticked-rows.ts';
import { errorText, isPermissionError } from '../../service/error-text.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { Screen } from '../../ui/screen.tsx';
import { useSearchParams } from '../../ui/search-params.ts';
import { NoticeBar } from './notice-bar.tsx';
import { useNoticeColumns } from './notice-columns.tsx';
import { NoticeDrawer } from './notice-drawer.tsx';
import { NoticeFilters } from './notice-filters.tsx';
import styles from './notice-list-page.module.css';
import {
  NO_CONDITIONS,
  type NoticeConditions,
  type NoticeRequest,
  parseNoticeRequest,
  toNoticeFilter,
  toNoticeSearch,
} from './notice-request.ts';
import { useConversationUrl } from './use-conversation-url.ts';
import { NOTICE_EXPORTS, type NoticeSelection, useExportNotices } from './use-several-notices.ts';

interface NoticeListPageProps {
  /** What surrounds the list; by default a screen of its own. */
  readonly Frame?: ComponentType<ComponentProps<typeof Screen>>;
  /** Schedules a report of what the list shows. */
  readonly Schedule?: ComponentType<{ readonly filter: NoticeFilter }> | undefined;
}

/** All stored notices. The address contains the filter, the page and the notice in the drawer. */
export function NoticeListPage({ Frame = Screen, Schedule }: NoticeListPageProps) {
  const { t } = useTranslation('notices');
  const language = useLanguage();
  const [search, setSearch] = useSearchParams();
  const { conditions, index, size, messageId } = parseNoticeRequest(search);
  const filter = toNoticeFilter(conditions);
  const { data, error, refetch } = useNoticePage(filter, index, size);
  const selected = useTickedRows<NoticeSelection>({
    conditions,
    pageIds: data?.list.map((notice) => notice.messageId) ?? [],
    total: data?.total ?? 0,
    max: LIMITS.tickedNotices,
    toTicked: (messageIds) => ({ kind: 'ticked', messageIds }),
    toMatching: () => ({
      kind: 'matching',
      noticeFilter: filter,
      count: data?.total ?? 0,
      upTo: data?.upTo ?? 0,
    }),
  });

  function change(next: Partial<NoticeRequest>): void {
    setSearch((last) => toNoticeSearch({ ...parseNoticeRequest(last), ...next }), { replace: true });
  }
  const changeConditions = (next: Partial<NoticeConditions>) =>
    setSearch(
      (last) => {
        const request = parseNoticeRequest(last);
        return toNoticeSearch({ ...request, conditions: { ...request.conditions, ...next }, index: 1 });
      },
      { replace: true },
    );
  const columns = useNoticeColumns((opened) => change({ messageId: opened }));
  const nameOf = ({ msgType, trackerName }: Notice) => ({
    type: t(`type.${msgType}`),
    device: trackerName || '—',
  });

  return (
    <Frame
      title={t('listTitle')}
      action={<HeadActions conditions={conditions} Schedule={Schedule} />}
      filters={
        <NoticeFilters
          conditions={conditions}
          onChange={changeConditions}
          onClear={() => changeConditions(NO_CONDITIONS)}
        />
      }
    >
      <NoticeBar selected={selected} total={data?.total ?? 0} canRemove={data?.abilities.remove ?? false} />
      <RecordTable<Notice>
        label={t('listTitle')}
        name="notice-records"
        rows={data?.list}
        rowKey={(notice) => notice.messageId}
        columns={columns}
        minWidth={1_000}
        failure={error === null ? null : `${t('failed')}: ${errorText(error, language)}`}
        onRetry={isPermissionError(error) ? null : () => void refetch()}
        empty={t('none')}
        selection={{
          keys: selected.keys,
          onChange: selected.tick,
          rowLabel: (notice) => t('tick', nameOf(notice)),
          pageLabel: t('tickPage'),
        }}
        actionsWidth={140}
        actions={(notice) => (
          <NoticeActions
            notice={notice}
            canRemove={data?.abilities.remove ?? false}
            // After the last notice of a page was deleted, goes to the previous page.
            onRemoved={() => data?.list.length === 1 && index > 1 && change({ index: index - 1 })}
          />
        )}
        page={{
          index,
          size,
          total: data?.total ?? 0,
          onChange: (nextIndex, nextSize) => change({ index: nextIndex, size: nextSize }),
        }}
      />
      <NoticeDrawer messageId={messageId} onClose={() => change({ messageId: undefined })} />
    </Frame>
  );
}

/** Marks all as read, schedules and exports. */
function HeadActions({
  conditions,
  Schedule,
}: Pick<NoticeListPageProps, 'Schedule'> & { readonly conditions: NoticeConditions }) {
  const { t } = useTranslation('notices');
  const { t: tApp } = useTranslation('app');
  const { msgCount } = useUnread();
  const markAll = useMarkAllRead();
  const exporting = useExportNotices();
  const filter = toNoticeFilter(conditions);
  return (
    <div className={styles.headActions}>
      <Button disabled={msgCount === 0} loading={markAll.isPending} onClick={() => markAll.mutate()}>
        {t('markAll')}
      </Button>
      {Schedule !== undefined && <Schedule filter={filter} />}
      <Dropdown
        trigger={['click']}
        menu={{
          items: NOTICE_EXPORTS.map((kind) => ({
            ...{ key: kind, type: 'group', label: t(`exports.${kind}`) },
            children: REPORT_FORMATS.map((format) => ({
              key: `${kind}.${format}`,
              label: tApp(`action.exportAs.${format}`),
              onClick: () => exporting.mutate({ kind, filter, format }),
            })),
          })),
        }}
      >
        <Button loading={exporting.isPending}>
          {t('export')}
          <IconChevronDown size={16} aria-hidden />
        </Button>
      </Dropdown>
    </div>
  );
}

interface NoticeActionsProps {
  readonly notice: Notice;
  readonly canRemove: boolean;
  readonly onRemoved: () => void;
}

/** Buttons at the end of a row. */
function NoticeActions({ notice, canRemove, onRemoved }: NoticeActionsProps) {
  const { t } = useTranslation('notices');
  const navigate = useNavigate();
  const remove = useRemoveNotice(onRemoved);
  const { trackerId, trackerName: device, eventTime, location, msgType } = notice;
  const conversationUrl = useConversationUrl()(notice);
  return (
    <RecordActions
      edit={false}
      remove={
        canRemove && {
          label: t('deleteOne', { type: t(`type.${msgType}`), device: device || '—' }),
          onClick: () => remove(notice),
        }
      }
    >
      {conversationUrl !== null && (
        <IconButton
          label={t('showConversation')}
          icon={<IconMessage size={18} stroke={1.75} />}
          onClick={() => navigate(conversationUrl)}
        />
      )}
      {trackerId !== null && (
        <>
          <IconButton
            label={t(location === null ? 'mapOne' : 'placeOne', { device })}
            icon={<IconMapPin size={18} stroke={1.75} />}
            onClick={() =>
              navigate(location === null ? `/?device=${trackerId}` : buildMapPositionUrl(location))
            }
          />
          <IconButton
            label={t('replayOne', { device })}
            icon={<IconHistory size={18} stroke={1.75} />}
            onClick={() => navigate(buildReplayUrlAt(trackerId, eventTime, serverNow()))}
          />
        </>
      )}
    </RecordActions>
  );
}

/** Asks for confirmation, as specified, and deletes a notice. */
function useRemoveNotice(onRemoved: () => void): (notice: Notice) => void {
  const { t } = useTranslation('notices');
  const { t: tApp } = useTranslation('app');
  const deletion = useDeleteNotice();
  const { message, modal, notification } = App.useApp();
  return ({ messageId, msgType, content, createTimeStr }) =>
    void modal.confirm({
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
            onRemoved();
          },
          () => undefined,
        ),
    });
}
