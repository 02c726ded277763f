import { IconAlertTriangle } from '@tabler/icons-react';
import type { WatchTask } from '@wakeline/contract/aviation/watch-tasks';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../format/use-format.ts';
import { fullName } from '../../../parts/devices/full-name.ts';
import { useSortedTrackers } from '../../../parts/devices/use-sorted-trackers.ts';
import { useObjects } from '../../../parts/map-objects/use-objects.ts';
import type { RecordColumn } from '../../../parts/records/record-table.tsx';
import styles from '../aviation.module.css';
import { FlightInfo } from '../flight-info.tsx';
import { TimeWithUtc } from '../time-with-utc.tsx';
import { alertUnit, toDisplayedValue } from './alert-units.ts';

/** Width in pixels of the columns; a narrower table scrolls sideways. */
export const TASK_TABLE_WIDTH = 1_360;
/** Devices that a row names; of the others it has the number. */
const NAMED_DEVICES = 2;

export function useTaskColumns(): readonly RecordColumn<WatchTask>[] {
  const { t } = useTranslation('watchTasks');
  const conditionTexts = useConditionTexts();
  const names = new Map(useSortedTrackers().map((tracker) => [tracker.trackerId, fullName(tracker)]));
  const text = (value: string) => (value === '' ? null : <span title={value}>{value}</span>);

  function devicesText({ trackerIds }: WatchTask): string {
    const known = trackerIds.flatMap((trackerId) => names.get(trackerId) ?? []);
    const listed = known.slice(0, NAMED_DEVICES).join(t('separator'));
    const more = trackerIds.length - Math.min(known.length, NAMED_DEVICES);
    return more === 0 || listed === '' ? listed : t('andMore', { listed, count: more });
  }

  return [
    {
      key: 'taskName',
      title: t('name'),
      width: 180,
      render: ({ taskName }) => text(taskName),
    },
    {
      key: 'flight',
      title: t('flight.column'),
      width: 268,
      optional: true,
      render: (task) => <TaskFlightInfo task={task} />,
    },
    {
      key: 'devices',
      title: t('devices'),
      width: 160,
      optional: true,
      render: (task) =>
        task.trackerIds.length === 0 ? (
          <span className={styles.problem}>
            <IconAlertTriangle size={14} aria-hidden /> {t('noDevices')}
          </span>
        ) : (
          text(devicesText(task))
        ),
    },
    {
      key: 'conditions',
      title: t('conditions'),
      render: (task) => (
        <span className={styles.lines}>
          {conditionTexts(task).map((condition) => (
            <span key={condition} title={condition}>
              {condition}
            </span>
          ))}
          {(task.isLineMissing || task.missingFences.length > 0) && (
            <span className={styles.problem}>
              <IconAlertTriangle size={14} aria-hidden />{' '}
              {t(task.isLineMissing ? 'line.missing' : 'area.missing')}
            </span>
          )}
        </span>
      ),
    },
    {
      key: 'execution',
      title: t('execution'),
      width: 220,
      optional: true,
      render: ({ executeFrom, executeTo }) => (
        <span className={`${styles.lines} ${styles.number}`}>
          <span>{executeFrom === null ? t('fromOpening') : <TimeWithUtc time={executeFrom} />}</span>
          <span>{executeTo === null ? t('untilClosed') : <TimeWithUtc time={executeTo} />}</span>
        </span>
      ),
    },
    {
      key: 'noticeMethod',
      title: t('noticeMethod'),
      width: 160,
      optional: true,
      initiallyHidden: true,
      render: ({ phones, emails }) =>
        [
          t('method.console'),
          ...(phones.length > 0 ? [t('method.sms', { count: phones.length })] : []),
          ...(emails.length > 0 ? [t('method.email', { count: emails.length })] : []),
        ].join(t('separator')),
    },
    {
      key: 'note',
      title: t('note'),
      width: 160,
      optional: true,
      initiallyHidden: true,
      render: ({ note }) => text(note),
    },
  ];
}

/** The flight number of a task, and its planned flight if it has one. */
function TaskFlightInfo({ task: { flightNumber, flightId, flight } }: { readonly task: WatchTask }) {
  const { t } = useTranslation('watchTasks');
  return (
    <span className={styles.lines}>
      {flightNumber !== flight?.flightNumber && <span title={flightNumber}>{flightNumber}</span>}
      {flight !== null && <FlightInfo flight={flight} />}
      {flight === null && flightId !== null && <span className={styles.utcHint}>{t('flight.hidden')}</span>}
    </span>
  );
}

/** What a task watches, a text for each condition. */
function useConditionTexts(): (task: WatchTask) => readonly string[] {
  const { t } = useTranslation('watchTasks');
  const { t: tFormat } = useTranslation('format');
  const format = useFormat();
  const routes = new Map(useObjects('route').list.map(({ id, name }) => [id, name]));
  const fences = new Map(useObjects('fence').list.map(({ id, name }) => [id, name]));
  return ({ line, areas, shiftRange, alerts }) => [
    ...(line === null
      ? []
      : [
          t(line.limit === 0 ? 'text.line' : 'text.lineLimit', {
            name: routes.get(line.routeId) ?? t('line.deleted'),
            metres: line.limit,
          }),
        ]),
    ...areas.map(({ fenceId, mode }) =>
      t(`text.${mode}`, { name: fences.get(fenceId) ?? t('area.deleted') }),
    ),
    ...(shiftRange === null ? [] : [t('text.shift', { metres: shiftRange })]),
    ...alerts.map(({ type, limit }) => {
      const { text } = alertUnit(type, format);
      const value = Math.round(toDisplayedValue(type, limit, format) * 10) / 10;
      return t('text.alert', {
        type: t(`alertType.${type}`),
        limit: `${value} ${text === 'minutes' ? t('minutes') : tFormat(text)}`,
      });
    }),
  ];
}
