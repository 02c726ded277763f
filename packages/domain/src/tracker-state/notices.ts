import type { AircraftEmergency } from '../aviation/emergency.ts';
import { eventKeyOf, type TrackerEvent } from '../events/tracker-event.ts';
import type { CountedCrossing } from '../fences/crossings.ts';
import type { NoticeType } from '../notices/notice-type.ts';
import { maxNoticeAge } from './alarms.ts';
import type { StatusNotice } from './status-notices.ts';
import type { TrackerNotice, TrackerPosition } from './tracker-state.ts';

/**
 * A tracker that comes back into coverage sends the positions of the time without coverage. Crossings in them create notices up
 * to the same age as an SOS.
 */
const MAX_CROSSING_AGE = 24 * 60 * 60_000;
/** A start or stop that arrives later than this creates no notice. */
const MAX_STATUS_AGE = 30 * 60_000;

type Source = Pick<TrackerPosition, 'latitude' | 'longitude' | 'speed'> | null;
type EventOf<Kind> = Extract<TrackerEvent, { kind: Kind }>;

/** The report that caused the events: its time and position, and when it was received, epoch milliseconds. */
export interface NoticeContext {
  readonly time: number;
  readonly source: Source;
  readonly receivedAt: number;
}

/** A notice of an event, with time and position of the report that caused it. */
export function noticeOf(
  noticeType: NoticeType,
  event: TrackerEvent,
  time: number,
  source: Source,
): TrackerNotice {
  return {
    noticeType,
    time,
    latitude: source?.latitude ?? null,
    longitude: source?.longitude ?? null,
    battery: event.kind === 'battery-low' ? event.battery : null,
    speed: source?.speed ?? null,
    event: eventKeyOf(event),
  };
}

/**
 * The notices of alarms that started, except the ones that were received too late.
 *
 * @param emergency what an alarm of the type EMERGENCY is about; null: not known
 */
export function alarmNotices(
  events: readonly EventOf<'alarm' | 'battery-low'>[],
  { time, source, receivedAt }: NoticeContext,
  emergency: AircraftEmergency | null,
): readonly TrackerNotice[] {
  return events.flatMap((event) => {
    const noticeType = event.kind === 'alarm' ? event.noticeType : 'LOWPOWER';
    if (receivedAt - time > maxNoticeAge(noticeType)) return [];
    const notice = noticeOf(noticeType, event, time, source);
    return [noticeType === 'EMERGENCY' && emergency !== null ? { ...notice, emergency } : notice];
  });
}

/** The notice of a trip that started or ended, if some user of the account wants it and it is not too late. */
export function movementNotices(
  event: EventOf<'movement-started' | 'movement-stopped'>,
  wanted: readonly StatusNotice[],
  { time, source, receivedAt }: NoticeContext,
): readonly TrackerNotice[] {
  const noticeType = event.kind === 'movement-started' ? 'RUNNING' : 'STOP';
  if (!wanted.includes(noticeType) || receivedAt - time > MAX_STATUS_AGE) return [];
  return [noticeOf(noticeType, event, time, source)];
}

export function crossingEvent({
  fence: { fenceId, fenceName, groupId },
  direction,
  coordinates,
  enteredAt,
}: CountedCrossing): EventOf<'fence-entered' | 'fence-exited'> {
  const { time, latitude, longitude } = coordinates;
  const moment = { time, latitude, longitude, fence: { fenceId, fenceName, groupId } };
  return direction === 'IN'
    ? { ...moment, kind: 'fence-entered' }
    : { ...moment, kind: 'fence-exited', since: enteredAt };
}

/** The notice of a crossing, with its own time and position, if the fence has it and it is not too late. */
export function crossingNotices(
  { fence: { notice }, direction }: CountedCrossing,
  event: EventOf<'fence-entered' | 'fence-exited'>,
  speed: number | null,
  receivedAt: number,
): readonly TrackerNotice[] {
  if (notice !== 'BOTH' && notice !== direction) return [];
  if (receivedAt - event.time > MAX_CROSSING_AGE) return [];
  const { time, latitude, longitude, fence } = event;
  const key = eventKeyOf(event);
  return [{ noticeType: direction, time, latitude, longitude, battery: null, speed, fence, event: key }];
}
