import type { PresentTaskContacts, TaskTier } from '@wakeline/contract/aviation/task-contacts';
import type { TaskFlight, WatchTask } from '@wakeline/contract/aviation/watch-tasks';
import { type ErrorName, NamedError } from '@wakeline/contract/errors';
import type { PayloadInput } from '@wakeline/contract/operation';
import type { Operations } from '@wakeline/contract/operations';
import { parseCoordinates } from '@wakeline/domain/coordinates/parse-coordinates';
import type { SHIFT_RANGES } from '@wakeline/domain/rules/rule';
import {
  DEFAULT_HOLD,
  type TaskAlertType,
  type TaskAreaMode,
  type TaskLine,
} from '@wakeline/domain/rules/watch-task';
import type { Dayjs } from 'dayjs';
import { toInstant, toWallTime } from '../../../format/zone.ts';
import { type AlertUnits, toDisplayedValue, toStoredValue } from './alert-units.ts';

/** An alert in the form; limit and hysteresis are in the user's units. */
export interface AlertFields {
  readonly type: TaskAlertType;
  readonly limit: number | null;
  /** Null: that of the type. */
  readonly hysteresis: number | null;
  readonly fixes: number;
  readonly seconds: number;
  readonly repeatMinutes: number;
  /** Of a distance, in any notation. */
  readonly coordinates: string;
}

export interface ContactFields {
  readonly address: string;
  readonly tier: TaskTier;
  /** The address as it is stored, with its state; null: a new one. */
  readonly saved: {
    readonly address: string;
    readonly state: PresentTaskContacts['emails'][number]['state'];
  } | null;
}

/** A flight that a field has chosen. */
export interface FlightChoice {
  readonly flightId: number;
  /** Null: the user does not see it. */
  readonly details: Pick<TaskFlight, 'flightNumber' | 'tailNumber' | 'takeoffTime'> | null;
}

export interface TaskFields {
  readonly taskName: string;
  readonly flightNumber: string;
  /** Null: the flight number is free text. */
  readonly flight: FlightChoice | null;
  readonly note: string;
  readonly trackerIds: readonly number[];
  /** Null: no line. */
  readonly routeId: number | null;
  readonly yawDistance: TaskLine['limit'];
  /** In the user's unit. */
  readonly lowest: number | null;
  readonly highest: number | null;
  readonly areas: readonly { readonly fenceId: number | null; readonly mode: TaskAreaMode }[];
  /** 0: not watched. */
  readonly shiftRange: 0 | (typeof SHIFT_RANGES)[number];
  readonly alerts: readonly AlertFields[];
  readonly phones: readonly ContactFields[];
  readonly emails: readonly ContactFields[];
  /** Wall time of the account; null: open. */
  readonly executeFrom: Dayjs | null;
  readonly executeTo: Dayjs | null;
  readonly isOpen: boolean;
}

/** How the user reads values. */
export interface TaskFormat extends AlertUnits {
  readonly timeZone: string;
  formatCoordinates(latitude: number, longitude: number): string;
}

export const NEW_ALERT: AlertFields = {
  type: 'heightAbove',
  limit: null,
  hysteresis: null,
  ...DEFAULT_HOLD,
  repeatMinutes: 10,
  coordinates: '',
};

/** The fields of a task, or (null) of a new one. */
export function toTaskFields(task: WatchTask | null, format: TaskFormat): TaskFields {
  const { timeZone } = format;
  const wallTime = (instant: number | null | undefined) =>
    typeof instant === 'number' ? toWallTime(instant, timeZone) : null;
  const { line = null, alerts = [], flightId = null } = task ?? {};
  const toHeight = (metres: number | null | undefined) =>
    typeof metres === 'number' ? toDisplayedValue('heightAbove', metres, format) : null;
  return {
    taskName: task?.taskName ?? '',
    flightNumber: task?.flightNumber ?? '',
    flight: flightId === null ? null : { flightId, details: task?.flight ?? null },
    note: task?.note ?? '',
    trackerIds: task?.trackerIds ?? [],
    routeId: line?.routeId ?? null,
    yawDistance: line?.limit ?? 100,
    lowest: toHeight(line?.lowest),
    highest: toHeight(line?.highest),
    areas: task?.areas ?? [],
    shiftRange: task?.shiftRange ?? 0,
    alerts: alerts.map(({ type, limit, hysteresis, hold, repeatMinutes, point }) => ({
      type,
      limit: toDisplayedValue(type, limit, format),
      hysteresis: hysteresis === null ? null : toDisplayedValue(type, hysteresis, format),
      ...hold,
      repeatMinutes,
      coordinates: point === null ? '' : format.formatCoordinates(point.latitude, point.longitude),
    })),
    phones: toContactFields(task?.phones ?? []),
    emails: toContactFields(task?.emails ?? []),
    executeFrom: wallTime(task?.executeFrom),
    executeTo: wallTime(task?.executeTo),
    isOpen: task?.isOpen ?? true,
  };
}

/**
 * The payload that creates a task, or replaces the details of one.
 *
 * @param task the edited task: points whose text is unchanged keep their exact position
 */
export function toTaskForm(
  fields: TaskFields,
  task: WatchTask | null,
  format: TaskFormat,
): Omit<PayloadInput<Operations['updateTask']>, 'taskId'> {
  const { routeId, yawDistance: limit, lowest, highest, executeFrom, executeTo } = fields;
  const toMetres = (height: number | null) =>
    height === null ? null : toStoredValue('heightAbove', height, format);
  const instant = (wallTime: Dayjs | null) =>
    wallTime === null ? null : toInstant(wallTime.startOf('minute'), format.timeZone);
  return {
    taskName: fields.taskName.trim(),
    flightNumber: fields.flightNumber.trim(),
    flightId: fields.flight?.flightId ?? null,
    note: fields.note.trim(),
    trackerIds: [...fields.trackerIds],
    line:
      (routeId ?? null) === null
        ? null
        : {
            routeId: routeId ?? 0,
            limit,
            lowest: toMetres(lowest ?? null),
            highest: toMetres(highest ?? null),
          },
    // The form requires the fence.
    areas: fields.areas.map(({ fenceId, mode }) => ({ fenceId: fenceId ?? 0, mode })),
    shiftRange: fields.shiftRange === 0 ? null : fields.shiftRange,
    alerts: fields.alerts.map((alert) => toAlert(alert, task, format)),
    phones: fields.phones.map(toContact),
    emails: fields.emails.map(toContact),
    executeFrom: instant(executeFrom ?? null),
    executeTo: instant(executeTo ?? null),
  };
}

function toContactFields(contacts: PresentTaskContacts['emails']): readonly ContactFields[] {
  return contacts.map(({ address, tier, state }) => ({ address, tier, saved: { address, state } }));
}

function toContact({ address, tier }: ContactFields) {
  return { address: address.trim(), tier };
}

type AlertForm = PayloadInput<Operations['updateTask']>['alerts'][number];

function toAlert(
  { type, limit, hysteresis, fixes, seconds, repeatMinutes, coordinates }: AlertFields,
  task: WatchTask | null,
  format: TaskFormat,
): AlertForm {
  const common = {
    limit: toStoredValue(type, limit ?? 0, format),
    hysteresis: typeof hysteresis === 'number' ? toStoredValue(type, hysteresis, format) : null,
    hold: { fixes, seconds },
    repeatMinutes,
  };
  if (type !== 'distance') return { ...common, type, point: null };
  const unchanged = task?.alerts.find(
    ({ point }) =>
      point !== null && format.formatCoordinates(point.latitude, point.longitude) === coordinates.trim(),
  )?.point;
  // The form requires coordinates that can be read.
  const { latitude, longitude } = unchanged ?? parseCoordinates(coordinates) ?? { latitude: 0, longitude: 0 };
  return { ...common, type, point: { latitude, longitude } };
}

/** The fields that refusals concern. */
const FIELD_OF_ERROR: Readonly<Partial<Record<ErrorName, keyof TaskFields>>> = {
  'tracker-unknown': 'trackerIds',
  'flight-unknown': 'flight',
  'route-unknown': 'routeId',
  'watch-task-heights': 'highest',
  'watch-task-times': 'executeTo',
};

/** The field at which a refusal is shown; null: it concerns none. */
export function findRefusedField(error: unknown): keyof TaskFields | null {
  return error instanceof NamedError ? (FIELD_OF_ERROR[error.errorName] ?? null) : null;
}
