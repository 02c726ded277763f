import {
  IconAlertTriangle,
  IconArrowLeft,
  IconArrowRight,
  IconCircleCheck,
  IconClock,
  IconPlugConnectedX,
  type TablerIcon,
} from '@tabler/icons-react';
import type { TaskGeometryResult } from '@wakeline/contract/aviation/task-geometry';
import type { WatchTask } from '@wakeline/contract/aviation/watch-tasks';
import type { Tracker } from '@wakeline/contract/entities/tracker';
import { phaseAt } from '@wakeline/domain/aviation/flight-status';
import type { LineGuidance, LineGuide } from '@wakeline/domain/aviation/line-guide';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDistance } from '../../../format/quantities.ts';
import { useFormat } from '../../../format/use-format.ts';
import { Value } from '../../../format/value.tsx';
import { useServerNow, useTracker } from '../../../live/live-store.ts';
import { EmergencyNote } from '../../../parts/devices/emergency-note.tsx';
import { fullName } from '../../../parts/devices/full-name.ts';
import { timeWithUtcText } from '../time-with-utc.tsx';
import { TrackingLine } from '../tracking-mode/tracking-line.tsx';
import { isSilent, type StripState, stripStateOf, timeToGo } from './strip-state.ts';
import styles from './tracking.module.css';
import { useLineGuidance } from './use-line-guidance.ts';

const STATE_ICONS: Readonly<Record<StripState, TablerIcon>> = {
  alarm: IconAlertTriangle,
  waiting: IconClock,
  silent: IconAlertTriangle,
  ended: IconClock,
  noPosition: IconPlugConnectedX,
  offline: IconPlugConnectedX,
  watched: IconCircleCheck,
};

interface DeviceStripProps {
  readonly task: WatchTask;
  readonly device: TaskGeometryResult['devices'][number];
  readonly guide: LineGuide | undefined;
  /** Unresolved alarms of the device in this task. */
  readonly alarms: number;
  readonly followed: boolean;
  readonly onFollow: () => void;
}

/** A device of a task: what it does, where it is beside the line, and how old that is. */
export function DeviceStrip(props: DeviceStripProps) {
  const tracker = useTracker(props.device.trackerId);
  return tracker === undefined ? null : <KnownStrip {...props} tracker={tracker} />;
}

function KnownStrip({
  task,
  device,
  guide,
  alarms,
  followed,
  onFollow,
  tracker,
}: DeviceStripProps & { readonly tracker: Tracker }) {
  const { t } = useTranslation('taskTracking');
  const { formatAltitude, formatSpeed, formatClimbRate, altitudeName } = useFormat();
  const { formatRelativeTime, formatSpan, timeZone } = useFormat();
  const now = useServerNow(1_000);
  const status = tracker.trackerStatusDto;
  const { altitude, speed, fixTime, flight, emergency } = status;
  const guidance = useLineGuidance(guide, device.linePosition, status);
  const state = stripStateOf({ alarms, ...task, status }, now);
  const StateIcon = STATE_ICONS[state];
  const silent = isSilent(status, now);
  const name = fullName(tracker);
  return (
    <article
      className={styles.strip}
      data-state={state}
      data-emergency={emergency !== undefined}
      data-followed={followed}
      aria-label={name}
    >
      <button type="button" className={styles.stripHead} aria-pressed={followed} onClick={onFollow}>
        <strong title={name}>{device.tailNumber || name}</strong>
        {device.tailNumber !== '' && device.tailNumber !== name && (
          <span className={styles.deviceName} title={name}>
            {name}
          </span>
        )}
        {flight !== undefined && (
          <span className={styles.phase}>{t(`phase.${phaseAt(flight.phase, fixTime ?? 0, now)}`)}</span>
        )}
      </button>
      <p className={styles.stripState}>
        <StateIcon size={14} stroke={2} aria-hidden />
        <strong>{t(`state.${state}`, { count: alarms })}</strong>
        {fixTime !== null && (
          <time
            dateTime={new Date(fixTime).toISOString()}
            title={timeWithUtcText(fixTime, timeZone)}
            data-silent={silent}
          >
            {silent ? t('silentFor', { span: formatSpan(now - fixTime) }) : formatRelativeTime(fixTime, now)}
          </time>
        )}
      </p>
      {emergency !== undefined && <EmergencyNote emergency={emergency} />}
      <TrackingLine taskId={task.taskId} trackerId={device.trackerId} />
      <dl>
        <Cell title={altitudeName(t('height'), status.altitudeKind)}>
          <Value quantity={altitude === null ? null : formatAltitude(altitude)} />
        </Cell>
        <Cell title={t('speed')}>
          <Value quantity={speed === null ? null : formatSpeed(speed)} />
        </Cell>
        <Cell title={t('verticalSpeed')}>
          <Value quantity={flight?.climb == null ? null : formatClimbRate(flight.climb)} />
        </Cell>
        {guidance !== null && <LineCells guidance={guidance} limit={task.line?.limit ?? 0} speed={speed} />}
      </dl>
    </article>
  );
}

function Cell({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt title={title}>{title}</dt>
      <dd>{children}</dd>
    </div>
  );
}

interface LineCellsProps {
  readonly guidance: LineGuidance;
  /** Metres; 0: deviations are not watched. */
  readonly limit: number;
  /** km/h. */
  readonly speed: number | null;
}

function LineCells({ guidance, limit, speed }: LineCellsProps) {
  const { t } = useTranslation('taskTracking');
  const { formatSpan } = useFormat();
  const { metres, isLeft, isNearEnd, next } = guidance;
  const toGo = next === null ? null : timeToGo(next.metres, speed);
  const isWatched = limit > 0 && !isNearEnd;
  const SideIcon = isLeft ? IconArrowLeft : IconArrowRight;
  return (
    <>
      <Cell title={t('deviation')}>
        <span
          className={styles.deviation}
          data-off={isWatched && metres > limit}
          title={isWatched ? t('limit', { metres: limit }) : t(limit > 0 ? 'nearEnd' : 'unwatched')}
        >
          <SideIcon size={14} stroke={2} aria-hidden />
          <Value quantity={formatDistance(metres)} />
          <span className={styles.side}>{t(isLeft ? 'left' : 'right')}</span>
        </span>
      </Cell>
      <Cell title={t('next')}>
        {next === null ? (
          <Value quantity={null} />
        ) : (
          <span title={next.name}>{next.name || t('point', { number: next.number })}</span>
        )}
      </Cell>
      <Cell title={t('toGo')}>
        {next === null ? (
          <Value quantity={null} />
        ) : (
          <>
            <Value quantity={formatDistance(next.metres)} />
            {toGo !== null && <span className={styles.timeToGo}>{formatSpan(toGo)}</span>}
          </>
        )}
      </Cell>
    </>
  );
}
