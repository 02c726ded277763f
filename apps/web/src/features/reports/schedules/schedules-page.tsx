import { IconAlertTriangle, IconHistory, IconPlayerPlay, IconPlus } from '@tabler/icons-react';
import type { ReportSchedule } from '@wakeline/contract/reports/schedules';
import { App, Button, Switch, Tag, Tooltip } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../format/use-format.ts';
import { useLanguage } from '../../../i18n/i18n.ts';
import { RecordActions } from '../../../parts/records/record-actions.tsx';
import { type RecordColumn, RecordTable } from '../../../parts/records/record-table.tsx';
import { useConfirm } from '../../../parts/records/use-confirm.ts';
import { useListFailure } from '../../../parts/records/use-list-failure.ts';
import { useTaskStarted } from '../../../parts/tasks/use-task-started.ts';
import { errorText } from '../../../service/error-text.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import type { ReportPage } from '../report-pages.ts';
import { ReportScreen } from '../report-screen.tsx';
import { RunTag } from './run-tag.tsx';
import { RunsDrawer } from './runs-drawer.tsx';
import { ScheduleForm, type ScheduleSubject } from './schedule-form.tsx';
import { usualContent } from './schedule-values.ts';
import styles from './schedules.module.css';
import { useScheduleTexts } from './use-schedule-texts.ts';
import { useScheduleChange, useSchedules } from './use-schedules.ts';

/** Below it the table scrolls sideways. */
const TABLE_WIDTH = 1_180;

/** Reports that the server creates and sends at set times. */
export function SchedulesPage({ section }: Pick<ReportPage, 'section'>) {
  const { t } = useTranslation('reports');
  const language = useLanguage();
  const { message } = App.useApp();
  const confirm = useConfirm();
  const query = useSchedules();
  const { data } = query;
  const failure = useListFailure(query);
  const switching = useScheduleChange('switchReportSchedule');
  const remove = useScheduleChange('deleteReportSchedule');
  const run = useScheduleChange('runReportSchedule');
  const onTaskStarted = useTaskStarted();
  const [subject, setSubject] = useState<ScheduleSubject | null>(null);
  const [opened, setOpened] = useState<ReportSchedule | null>(null);
  const columns = useColumns(setEnabled);

  const showError = (error: unknown) => void message.error(errorText(error, language));

  function setEnabled({ scheduleId }: ReportSchedule, enabled: boolean): void {
    switching.mutate({ scheduleId, enabled }, { onError: showError });
  }

  function start({ scheduleId, scheduleName: name }: ReportSchedule): void {
    run.mutate(
      { scheduleId },
      {
        onSuccess() {
          message.success(t('schedules.started', { name }));
          void onTaskStarted();
        },
        onError: showError,
      },
    );
  }

  function confirmRemoval({ scheduleId, scheduleName: name }: ReportSchedule): void {
    confirm(
      {
        title: t('schedules.removeTitle', { name }),
        content: t('schedules.removeText'),
        okText: t('schedules.remove'),
        successText: t('schedules.removed', { name }),
      },
      () => remove.mutateAsync({ scheduleId }),
    );
  }

  return (
    <ReportScreen
      page={{ section, name: 'schedules' }}
      action={
        <Button
          type="primary"
          icon={<IconPlus size={16} />}
          onClick={() => setSubject({ kind: 'add', content: usualContent('overview'), period: 'yesterday' })}
        >
          {t('schedules.add')}
        </Button>
      }
    >
      {data !== undefined && data.total > 0 && (
        <p className={styles.secondary}>{t('schedules.zone', { zone: data.timeZone })}</p>
      )}
      <RecordTable<ReportSchedule>
        label={t('page.dataCenter.schedules')}
        name="reportSchedules"
        rows={data?.list}
        rowKey={({ scheduleId }) => scheduleId}
        columns={columns}
        minWidth={TABLE_WIDTH}
        {...failure}
        empty={t('schedules.none')}
        actionsWidth={168}
        actions={(schedule) => {
          const { scheduleName: name, abilities } = schedule;
          return (
            <RecordActions
              edit={
                abilities.edit && {
                  label: t('schedules.edit', { name }),
                  onClick: () => setSubject({ kind: 'edit', schedule }),
                }
              }
              remove={
                abilities.remove && {
                  label: t('schedules.removeOne', { name }),
                  onClick: () => confirmRemoval(schedule),
                }
              }
            >
              {abilities.edit && (
                <IconButton
                  label={t('schedules.run', { name })}
                  icon={<IconPlayerPlay size={18} stroke={1.75} />}
                  onClick={() => start(schedule)}
                />
              )}
              <IconButton
                label={t('schedules.history', { name })}
                icon={<IconHistory size={18} stroke={1.75} />}
                onClick={() => setOpened(schedule)}
              />
            </RecordActions>
          );
        }}
      />
      <ScheduleForm subject={subject} onClose={() => setSubject(null)} />
      <RunsDrawer schedule={opened} onClose={() => setOpened(null)} />
    </ReportScreen>
  );
}

function useColumns(
  onSwitch: (schedule: ReportSchedule, enabled: boolean) => void,
): readonly RecordColumn<ReportSchedule>[] {
  const { t } = useTranslation('reports');
  const { formatDateTime } = useFormat();
  const { reportOf, timesOf } = useScheduleTexts();
  return [
    {
      key: 'name',
      title: t('schedules.column.name'),
      width: 220,
      render: (schedule) => (
        <>
          <div className={styles.title}>
            <span title={schedule.scheduleName}>{schedule.scheduleName}</span>
            <Missing schedule={schedule} />
          </div>
          <div className={styles.secondary}>{reportOf(schedule)}</div>
        </>
      ),
    },
    { key: 'times', title: t('schedules.column.times'), width: 210, render: timesOf },
    {
      key: 'period',
      title: t('schedules.column.period'),
      width: 110,
      optional: true,
      render: ({ period }) => t(`schedules.period.${period}`),
    },
    {
      key: 'recipients',
      title: t('schedules.column.recipients'),
      width: 190,
      optional: true,
      render: (schedule) => <Recipients schedule={schedule} />,
    },
    {
      key: 'owner',
      title: t('schedules.column.owner'),
      width: 110,
      optional: true,
      render: ({ owner }) => owner,
    },
    {
      key: 'next',
      title: t('schedules.column.next'),
      width: 150,
      render: ({ nextTime, pauseReason }) => {
        if (nextTime !== null) return formatDateTime(nextTime).slice(0, 16);
        if (pauseReason === null) return <span className={styles.secondary}>{t('schedules.off')}</span>;
        return (
          <>
            <Tag color="warning">{t('schedules.paused.label')}</Tag>
            <div className={styles.warning}>{t(`schedules.paused.${pauseReason}`)}</div>
          </>
        );
      },
    },
    {
      key: 'last',
      title: t('schedules.column.last'),
      width: 150,
      render: ({ lastRun }) =>
        lastRun === null ? (
          <span className={styles.secondary}>{t('schedules.never')}</span>
        ) : (
          <>
            <RunTag run={lastRun} />
            <div className={styles.secondary}>{formatDateTime(lastRun.dueTime).slice(0, 16)}</div>
          </>
        ),
    },
    {
      key: 'enabled',
      title: t('schedules.column.enabled'),
      width: 80,
      render: (schedule) => (
        <Switch
          size="small"
          checked={schedule.enabled && schedule.pauseReason === null}
          disabled={!schedule.abilities.switch}
          aria-label={t('schedules.enable', { name: schedule.scheduleName })}
          onChange={(enabled) => onSwitch(schedule, enabled)}
        />
      ),
    },
  ];
}

/** That groups or devices of the filter are gone. */
function Missing({ schedule: { missing } }: { readonly schedule: ReportSchedule }) {
  const { t } = useTranslation('reports');
  if (missing.groups + missing.devices === 0) return null;
  const text = t('schedules.missing', missing);
  return (
    <Tooltip title={text}>
      <IconAlertTriangle role="img" aria-label={text} size={16} className={styles.missing} />
    </Tooltip>
  );
}

function Recipients({ schedule: { users, addresses } }: { readonly schedule: ReportSchedule }) {
  const { t } = useTranslation('reports');
  const names = [
    ...users.map(({ account }) => account),
    ...addresses.map(({ address, state }) =>
      state === 'confirmed' ? address : `${address} (${t(`schedules.${state}`)})`,
    ),
  ];
  const [first = ''] = names;
  const isWaiting = addresses.some(({ state }) => state !== 'confirmed');
  return (
    <Tooltip title={names.join(', ')}>
      <span className={styles.names}>
        {names.length > 1 ? t('schedules.recipientsMore', { first, count: names.length - 1 }) : first}
        {isWaiting && <IconAlertTriangle role="presentation" size={14} className={styles.missing} />}
      </span>
    </Tooltip>
  );
}
