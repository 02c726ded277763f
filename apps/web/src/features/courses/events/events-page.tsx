import { IconPlus, IconUpload } from '@tabler/icons-react';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { EventSummary } from '@wakeline/contract/courses/events';
import { App, Button, Input, Space } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { useFormat } from '../../../format/use-format.ts';
import { useLanguage } from '../../../i18n/i18n.ts';
import { RecordActions } from '../../../parts/records/record-actions.tsx';
import { type RecordColumn, RecordTable } from '../../../parts/records/record-table.tsx';
import { useConfirm } from '../../../parts/records/use-confirm.ts';
import { useListFailure } from '../../../parts/records/use-list-failure.ts';
import { useClient } from '../../../service/client.ts';
import { errorText } from '../../../service/error-text.ts';
import { USER_QUERIES } from '../../../service/session.ts';
import { Screen } from '../../../ui/screen.tsx';
import { ImportEventDialog } from '../files/import-dialog.tsx';

const PAGE_SIZE = 20;

/** The events of the account. */
export function EventsPage() {
  const { t } = useTranslation('coursePlanner');
  const language = useLanguage();
  const client = useClient();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const { message } = App.useApp();
  const confirm = useConfirm();
  const { formatDateTime } = useFormat();
  const [keywords, setKeywords] = useState('');
  const [pageIndex, setPageIndex] = useState(1);
  const [pageSize, setPageSize] = useState(PAGE_SIZE);
  const [importing, setImporting] = useState(false);
  const query = useQuery({
    queryKey: [USER_QUERIES, 'courseEvents', 'list', keywords, pageIndex, pageSize],
    queryFn: ({ signal }) =>
      client.call(
        'queryCourseEvents',
        { pageIndex, pageSize, ...(keywords !== '' && { keywords }) },
        { signal },
      ),
    placeholderData: keepPreviousData,
  });
  const failure = useListFailure(query);
  const { data } = query;

  const refresh = () => queryClient.invalidateQueries({ queryKey: [USER_QUERIES, 'courseEvents'] });
  const add = useMutation({
    mutationFn: () => client.call('addCourseEvent', {}),
    async onSuccess({ eventId }) {
      await refresh();
      navigate(`/coursePlanner?event=${eventId}`);
    },
    onError: (error) => message.error(errorText(error, language)),
  });
  const copy = useMutation({
    mutationFn: ({ eventId, eventName }: EventSummary) =>
      client.call('copyCourseEvent', { eventId, eventName: t('events.copyName', { name: eventName }) }),
    onSuccess: refresh,
    onError: (error) => message.error(errorText(error, language)),
  });

  function remove({ eventId, eventName }: EventSummary): void {
    confirm(
      {
        title: t('events.deleteTitle', { name: eventName }),
        content: t('events.deleteText'),
        okText: t('events.delete'),
        successText: t('events.deleted', { name: eventName }),
      },
      async () => {
        await client.call('deleteCourseEvent', { eventId });
        await refresh();
      },
    );
  }

  const columns: readonly RecordColumn<EventSummary>[] = [
    {
      key: 'name',
      title: t('events.name'),
      width: 240,
      render: ({ eventId, eventName }) => <Link to={`/coursePlanner?event=${eventId}`}>{eventName}</Link>,
    },
    { key: 'date', title: t('events.date'), width: 120, render: ({ date }) => date ?? '—' },
    { key: 'place', title: t('events.place'), width: 180, render: ({ place }) => place || '—' },
    { key: 'controls', title: t('events.controls'), width: 100, render: ({ controls }) => controls },
    { key: 'courses', title: t('events.courses'), width: 100, render: ({ courses }) => courses },
    { key: 'people', title: t('events.people'), width: 100, render: ({ people }) => people },
    {
      key: 'edited',
      title: t('events.edited'),
      width: 170,
      render: ({ editTime }) => formatDateTime(editTime),
    },
  ];

  return (
    <Screen
      title={t('title')}
      action={
        data?.abilities.add && (
          <Space>
            <Button icon={<IconUpload size={16} />} onClick={() => setImporting(true)}>
              {t('events.import')}
            </Button>
            <Button
              type="primary"
              icon={<IconPlus size={16} />}
              loading={add.isPending}
              onClick={() => add.mutate()}
            >
              {t('events.add')}
            </Button>
          </Space>
        )
      }
      filters={
        <Input.Search
          allowClear
          style={{ width: 280 }}
          placeholder={t('events.search')}
          aria-label={t('events.search')}
          onSearch={(text) => {
            setKeywords(text.trim());
            setPageIndex(1);
          }}
        />
      }
    >
      <RecordTable<EventSummary>
        label={t('title')}
        name="courseEvents"
        rows={data?.list}
        rowKey={({ eventId }) => eventId}
        columns={columns}
        {...failure}
        empty={t(keywords === '' ? 'events.none' : 'events.notFound')}
        page={{
          index: pageIndex,
          size: pageSize,
          total: data?.total ?? 0,
          onChange(index, size) {
            setPageIndex(index);
            setPageSize(size);
          },
        }}
        actionsWidth={150}
        actions={(event) => (
          <RecordActions
            edit={false}
            remove={
              event.abilities.remove && {
                label: t('events.deleteOne', { name: event.eventName }),
                onClick: () => remove(event),
              }
            }
          >
            {event.abilities.edit && (
              <Button
                size="small"
                type="link"
                loading={copy.isPending && copy.variables.eventId === event.eventId}
                onClick={() => copy.mutate(event)}
              >
                {t('events.copy')}
              </Button>
            )}
          </RecordActions>
        )}
      />
      <ImportEventDialog open={importing} onClose={() => setImporting(false)} />
    </Screen>
  );
}
