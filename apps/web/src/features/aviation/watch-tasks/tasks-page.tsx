import { IconCopy, IconMap2, IconPlus } from '@tabler/icons-react';
import type { WatchTask } from '@wakeline/contract/aviation/watch-tasks';
import { LIMITS } from '@wakeline/contract/limits';
import { App, Button, Select, Switch } from 'antd';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useLanguage } from '../../../i18n/i18n.ts';
import { FILTER_POPUP_WIDTH } from '../../../parts/records/choice-filter.tsx';
import { FilterBar } from '../../../parts/records/filter-bar.tsx';
import { RecordActions } from '../../../parts/records/record-actions.tsx';
import { type RecordColumn, RecordTable } from '../../../parts/records/record-table.tsx';
import { useConfirm } from '../../../parts/records/use-confirm.ts';
import { useListFailure } from '../../../parts/records/use-list-failure.ts';
import { ExportButton } from '../../../parts/tasks/export-button.tsx';
import { useClient } from '../../../service/client.ts';
import { errorText } from '../../../service/error-text.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Screen } from '../../../ui/screen.tsx';
import { useSearchParams } from '../../../ui/search-params.ts';
import styles from '../aviation.module.css';
import { ReplayLinks } from '../task-tracking/replay-links.tsx';
import { TrackingButton } from '../tracking-mode/tracking-button.tsx';
import { TrackingCell } from '../tracking-mode/tracking-cell.tsx';
import { UnrestoredAlert } from '../tracking-mode/unrestored-alert.tsx';
import { TASK_TABLE_WIDTH, useTaskColumns } from './task-columns.tsx';
import { TaskForm, type TaskSubject } from './task-form.tsx';
import {
  NO_CONDITIONS,
  parseTaskRequest,
  type TaskRequest,
  toTaskFilter,
  toTaskSearch,
} from './task-request.ts';
import { useWatchTaskChange, useWatchTasks } from './use-watch-tasks.ts';

/** The tasks of the account. The address contains filter and page. */
export function TasksPage() {
  const { t } = useTranslation('watchTasks');
  const language = useLanguage();
  const { message } = App.useApp();
  const confirm = useConfirm();
  const client = useClient();
  const [search, setSearch] = useSearchParams();
  const request = parseTaskRequest(search);
  const query = useWatchTasks(request);
  const { data } = query;
  const failure = useListFailure(query);
  const remove = useWatchTaskChange('deleteTask');
  const copy = useWatchTaskChange('copyTask');
  const changeState = useWatchTaskChange('changeTaskState');
  const [subject, setSubject] = useState<TaskSubject | null>(null);
  const total = data?.total ?? 0;
  const filter = toTaskFilter(request);
  const isEmpty = data !== undefined && total === 0 && Object.keys(filter).length === 0;

  const change = (next: Partial<TaskRequest>) =>
    setSearch((last) => toTaskSearch({ ...parseTaskRequest(last), index: 1, ...next }), { replace: true });
  // Tasks of the last page may have been deleted, or an address may ask for a page that no longer exists.
  const lastPage = Math.max(1, Math.ceil(total / request.size));
  const beyondEnd = data !== undefined && !query.isPlaceholderData && request.index > lastPage;
  useEffect(() => {
    if (!beyondEnd) return;
    setSearch((last) => toTaskSearch({ ...parseTaskRequest(last), index: lastPage }), { replace: true });
  }, [beyondEnd, lastPage, setSearch]);

  const showError = (error: unknown) => void message.error(errorText(error, language));

  function setOpen({ taskId, taskName: name }: WatchTask, isOpen: boolean): void {
    const onSuccess = () => void message.success(t(isOpen ? 'opened' : 'closed', { name }));
    changeState.mutate({ taskId, isOpen }, { onSuccess, onError: showError });
  }

  function makeCopy({ taskId, taskName, flightNumber }: WatchTask): void {
    const name = t('copyName', { name: taskName }).slice(0, LIMITS.name);
    const onSuccess = () => void message.success(t('copied', { name }));
    copy.mutate({ taskId, taskName: name, flightNumber }, { onSuccess, onError: showError });
  }

  function confirmRemoval({ taskId, taskName: name }: WatchTask): void {
    confirm(
      {
        title: t('deleteTitle', { name }),
        content: t('deleteText'),
        okText: t('delete'),
        successText: t('deleted', { name }),
      },
      () => remove.mutateAsync({ taskId }),
    );
  }

  const state: RecordColumn<WatchTask> = {
    key: 'state',
    title: t('state'),
    width: 150,
    render: (task) => (
      <span className={styles.lines}>
        <span className={styles.named}>
          <Switch
            size="small"
            aria-label={t('openOne', { name: task.taskName })}
            checked={task.isOpen}
            disabled={!task.abilities.edit}
            loading={changeState.isPending && changeState.variables.taskId === task.taskId}
            onChange={(isOpen) => setOpen(task, isOpen)}
          />
          <span>{t(task.isOpen ? 'isOpen' : 'isClosed')}</span>
        </span>
        <TrackingCell taskId={task.taskId} />
      </span>
    ),
  };
  const [name, ...others] = useTaskColumns();
  const columns = name === undefined ? others : [name, state, ...others];

  const addButton = data?.abilities.create && (
    <Button type="primary" icon={<IconPlus size={16} />} onClick={() => setSubject({ kind: 'add' })}>
      {t('add')}
    </Button>
  );

  return (
    <Screen
      title={t('title')}
      action={
        <span className={styles.actions}>
          <Link to="/taskTracking" className={styles.mapLink ?? ''}>
            <IconMap2 size={16} stroke={1.75} aria-hidden /> {t('showMap')}
          </Link>
          {!isEmpty && addButton}
        </span>
      }
    >
      {!isEmpty && (
        <FilterBar
          search={t('search')}
          keywords={request.keywords}
          maxLength={LIMITS.name}
          onSearch={(keywords) => change({ keywords })}
          active={request.isOpen === undefined ? 0 : 1}
          onClear={() => change(NO_CONDITIONS)}
          tools={
            <ExportButton start={() => client.call('exportTasksExcel', filter)} disabled={total === 0} />
          }
        >
          <Select
            allowClear
            popupMatchSelectWidth={FILTER_POPUP_WIDTH}
            aria-label={t('state')}
            placeholder={t('state')}
            value={request.isOpen === undefined ? undefined : request.isOpen ? 'open' : 'closed'}
            options={[
              { value: 'open', label: t('isOpen') },
              { value: 'closed', label: t('isClosed') },
            ]}
            onChange={(value: 'open' | 'closed' | undefined) =>
              change({ isOpen: value === undefined ? undefined : value === 'open' })
            }
          />
        </FilterBar>
      )}
      <UnrestoredAlert />
      <RecordTable<WatchTask>
        label={t('title')}
        name="watch-tasks"
        rows={data?.list}
        rowKey={({ taskId }) => taskId}
        columns={columns}
        minWidth={TASK_TABLE_WIDTH}
        {...failure}
        empty={
          <span className={styles.empty}>
            {t(isEmpty ? 'none' : 'noneFound')}
            {isEmpty && addButton}
          </span>
        }
        actionsWidth={256}
        actions={(task) => (
          <RecordActions
            edit={
              task.abilities.edit && {
                label: t('editOne', { name: task.taskName }),
                onClick: () => setSubject({ kind: 'edit', task }),
              }
            }
            remove={
              task.abilities.edit && {
                label: t('deleteOne', { name: task.taskName }),
                onClick: () => confirmRemoval(task),
              }
            }
          >
            <TrackingButton task={task} />
            <ReplayLinks task={task} />
            {data?.abilities.create && (
              <IconButton
                label={t('copyOne', { name: task.taskName })}
                icon={<IconCopy size={18} stroke={1.75} />}
                onClick={() => makeCopy(task)}
              />
            )}
          </RecordActions>
        )}
        page={{
          index: request.index,
          size: request.size,
          total,
          onChange: (index, size) => change({ index, size }),
        }}
      />
      <TaskForm subject={subject} onClose={() => setSubject(null)} />
    </Screen>
  );
}
