import { PROTOCOL_NAMES } from '@wakeline/domain/devices/protocols';
import { TRACKER_STATUSES } from '@wakeline/domain/tracker-state/tracker-status';
import { z } from 'zod';
import { id, imei, instant, name, note, text } from '../fields.ts';
import { altitudeKind } from './altitude-kind.ts';
import { emergencyStatus } from './emergency-status.ts';
import { flightStatus } from './flight-status.ts';

/** STANDARD icons rotate with the course; CUSTOM ones are pictures that stay upright. */
export const iconDto = z.object({
  iconUrl: text
    .max(2_000)
    .describe(
      'STANDARD: the name of a built-in icon (car, boat, aircraft, ...); CUSTOM: the address of an icon from `queryAllTrackerIcons`',
    ),
  iconType: z.enum(['STANDARD', 'CUSTOM']),
});

/** Latest state of a tracker. Unknown values are null. */
export const trackerStatusDto = z.object({
  latitude: z.number().nullable().describe('WGS-84 degrees'),
  longitude: z.number().nullable().describe('WGS-84 degrees'),
  direction: z.number().nullable().describe('course over ground, degrees from north'),
  altitude: z.number().nullable().describe('metres'),
  altitudeKind: altitudeKind.optional(),
  speed: z.number().nullable().describe('km/h'),
  electricity: z.number().nullable().describe('battery, percent'),
  gsm: z.number().nullable().describe('mobile signal, percent'),
  satellites: z.int().nullable(),
  accuracy: z.number().nullable().describe('metres'),
  mileage: z.number().describe('distance travelled since registration, metres'),
  fixTime: instant.nullable().describe('time of the displayed position, by the clock of the device'),
  latestCommTime: instant.nullable().describe('time of the last communication with the device'),
  status: z.enum(TRACKER_STATUSES),
  statusSince: instant.nullable().describe('start of this status'),
  flight: flightStatus.optional(),
  emergency: emergencyStatus.optional(),
});
export type TrackerStatusDto = z.infer<typeof trackerStatusDto>;

/** State of a device that has never reported. */
export const NEVER_REPORTED: TrackerStatusDto = {
  latitude: null,
  longitude: null,
  direction: null,
  altitude: null,
  speed: null,
  electricity: null,
  gsm: null,
  satellites: null,
  accuracy: null,
  mileage: 0,
  fixTime: null,
  latestCommTime: null,
  status: 'OFFLINE',
  statusSince: null,
};

/** A tracker with its latest state, for lists and maps. */
export const tracker = z.object({
  trackerId: id,
  trackerName: z.string(),
  label: z.string().describe('optional number, displayed in brackets after the name'),
  imei: z.string(),
  groupId: id.nullable(),
  model: z.string(),
  note: z.string(),
  iotCard: z.string().describe('number of the SIM or IoT card'),
  activation: z.enum(['activated', 'unactivated', 'expired']),
  validUntil: instant.nullable(),
  realmDetails: z.string().describe('name of the account that owns it'),
  iconDto,
  trackerStatusDto,
  abilities: z
    .object({ edit: z.boolean(), remove: z.boolean(), replay: z.boolean(), liftSos: z.boolean() })
    .describe('what the reader may do with it; determines the buttons'),
});
export type Tracker = z.infer<typeof tracker>;

/** Every column has one entry per tracker, in the same order. */
const column = <Item extends z.ZodType>(item: Item) => z.array(item);
const of = tracker.shape;
const state = trackerStatusDto.shape;

/** Trackers as columns; shared values are stored once. Sorted by `trackerId`, ascending. */
export const trackerTable = z.object({
  realmDetails: of.realmDetails,
  icons: z.array(iconDto),
  abilitySets: z.array(of.abilities),
  columns: z.object({
    trackerId: column(id),
    trackerName: column(of.trackerName),
    label: column(of.label),
    imei: column(of.imei),
    groupId: column(of.groupId),
    model: column(of.model),
    note: column(of.note),
    iotCard: column(of.iotCard),
    activation: column(of.activation),
    validUntil: column(of.validUntil),
    icon: column(z.int()).describe('index in `icons`, from 0'),
    abilities: column(z.int()).describe('index in `abilitySets`, from 0'),
  }),
  states: z
    .object({
      latitude: column(state.latitude),
      longitude: column(state.longitude),
      direction: column(state.direction),
      altitude: column(state.altitude),
      altitudeKind: column(altitudeKind.nullable()).optional().describe('omitted: all are null, which is 1'),
      speed: column(state.speed),
      electricity: column(state.electricity),
      gsm: column(state.gsm),
      satellites: column(state.satellites),
      accuracy: column(state.accuracy),
      mileage: column(state.mileage),
      fixTime: column(state.fixTime),
      latestCommTime: column(state.latestCommTime),
      status: column(state.status),
      statusSince: column(state.statusSince),
      flight: column(flightStatus.nullable()).optional().describe('omitted: all are null'),
      emergency: column(emergencyStatus.nullable()).optional().describe('omitted: all are null'),
    })
    .optional()
    .describe('columns of `trackerStatusDto`; omitted if the request has `states: false`'),
});
export type TrackerTable = z.infer<typeof trackerTable>;

/** Form of a device. */
export const trackerForm = z.object({
  trackerName: name,
  imei,
  label: text.max(16).optional(),
  groupId: id.nullable().optional(),
  model: text
    .trim()
    .max(64)
    .optional()
    .describe(
      'name of a model (`queryAllTrackModel`), or free text. A new device gets the icon and protocol of its model unless they are given',
    ),
  password: imei.optional().describe("password of the device; default: the account's"),
  iconDto: iconDto.optional(),
  note: note.optional(),
  iotCard: text.max(32).optional(),
  validUntil: instant.nullable().optional(),
  protocol: z
    .enum(PROTOCOL_NAMES)
    .nullable()
    .optional()
    .describe('the only protocol with which the device may report; null: any'),
});
