import type { TaskGeometryResult } from '@wakeline/contract/aviation/task-geometry';
import type { WatchTask } from '@wakeline/contract/aviation/watch-tasks';
import { Button, Skeleton } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FlightInfo } from '../flight-info.tsx';
import { TimeWithUtc } from '../time-with-utc.tsx';
import { TrackingButton } from '../tracking-mode/tracking-button.tsx';
import { DeviceStrip } from './device-strip.tsx';
import { ReplayLinks } from './replay-links.tsx';
import styles from './tracking.module.css';
import { useLineGuide } from './use-line-guidance.ts';

/** Devices that are shown at first, and with each click on "more". */
const STRIPS = 30;

interface TaskSectionProps {
  readonly task: WatchTask;
  readonly color: string;
  /** Undefined: not loaded yet. */
  readonly geometry: TaskGeometryResult | undefined;
  /** Unresolved alarms by device. */
  readonly alarms: ReadonlyMap<number, number>;
  readonly followed: number | null;
  readonly onFollow: (trackerId: number) => void;
  readonly onFit: () => void;
}

/** A chosen task with a strip for each of its devices; those with alarms come first. */
export function TaskSection({ task, color, geometry, alarms, followed, onFollow, onFit }: TaskSectionProps) {
  const { t } = useTranslation('taskTracking');
  const { t: tTasks } = useTranslation('watchTasks');
  const guide = useLineGuide(geometry?.line);
  const [limit, setLimit] = useState(STRIPS);
  const { taskName, flightNumber, flight, executeFrom, executeTo, line, isLineMissing } = task;
  const devices = [...(geometry?.devices ?? [])].sort(
    (a, b) => (alarms.get(b.trackerId) ?? 0) - (alarms.get(a.trackerId) ?? 0),
  );
  return (
    <section className={styles.task} aria-label={taskName}>
      <header>
        <button
          type="button"
          className={styles.taskName}
          title={t('fit', { name: taskName })}
          onClick={onFit}
        >
          <span className={styles.swatch} style={{ background: color }} aria-hidden />
          <strong>{taskName}</strong>
          {flightNumber !== flight?.flightNumber && <span className={styles.deviceName}>{flightNumber}</span>}
        </button>
        <TrackingButton task={task} />
        <ReplayLinks task={task} />
      </header>
      {(executeFrom !== null || executeTo !== null) && (
        <p className={styles.execution}>
          {executeFrom === null ? tTasks('fromOpening') : <TimeWithUtc time={executeFrom} />}
          {' – '}
          {executeTo === null ? tTasks('untilClosed') : <TimeWithUtc time={executeTo} />}
        </p>
      )}
      {flight !== null && (
        <div className={styles.flight}>
          <FlightInfo flight={flight} />
        </div>
      )}
      {line !== null && isLineMissing && <p className={styles.problem}>{tTasks('line.missing')}</p>}
      {task.missingFences.length > 0 && <p className={styles.problem}>{tTasks('area.missing')}</p>}
      {geometry === undefined && <Skeleton active title={false} className={styles.skeleton ?? ''} />}
      {geometry !== undefined && devices.length === 0 && (
        <p className={styles.problem}>{tTasks('noDevices')}</p>
      )}
      {devices.slice(0, limit).map((device) => (
        <DeviceStrip
          key={device.trackerId}
          task={task}
          device={device}
          guide={guide}
          alarms={alarms.get(device.trackerId) ?? 0}
          followed={followed === device.trackerId}
          onFollow={() => onFollow(device.trackerId)}
        />
      ))}
      {devices.length > limit && (
        <Button type="link" onClick={() => setLimit(limit + STRIPS)}>
          {t('more', { count: devices.length - limit })}
        </Button>
      )}
    </section>
  );
}
