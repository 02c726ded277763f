import type { NoticeType } from '@wakeline/domain/notices/notice-type';
import { addAlarm } from '../add-alarm.ts';
import type { ReportDraft } from '../report-draft.ts';
import { isMotion, readMotion } from './motion.ts';

/** Id and type in the head of a position report: of a fence, an input, or what caused the report. */
export interface Cause {
  readonly id: string;
  readonly type: string;
}

type EventReader = (draft: ReportDraft, cause: Cause | null) => void;

const alarm =
  (type: NoticeType): EventReader =>
  (draft) =>
    addAlarm(draft, type);
const flag =
  (name: string, value: boolean): EventReader =>
  ({ attributes }) => {
    attributes[name] = value;
  };

/** What a message means besides its fields (GV300 0.7 and GL300 1.02, sections 3.3.1 and 3.3.4). */
const READERS: ReadonlyMap<string, EventReader> = new Map<string, EventReader>([
  ['GTSOS', alarm('SOS')],
  ['GTBPL', alarm('LOWPOWER')],
  [
    'GTMPF',
    (draft) => {
      addAlarm(draft, 'OUTAGE');
      draft.attributes.externalPower = false;
    },
  ],
  ['GTMPN', flag('externalPower', true)],
  ['GTBTC', flag('charging', true)],
  ['GTSTC', flag('charging', false)],
  ['GTIGN', flag('ignition', true)],
  ['GTVGN', flag('ignition', true)],
  ['GTIGF', flag('ignition', false)],
  ['GTVGF', flag('ignition', false)],
  ['GTTOW', flag('towing', true)],
  ['GTCRA', flag('crash', true)],
  ['GTJDR', flag('jamming', true)],
  ['GTIDN', flag('idling', true)],
  ['GTIDF', flag('idling', false)],
  // 0: the speed is outside the range that is set.
  [
    'GTSPD',
    (draft, cause) => {
      if (cause?.type === '0') addAlarm(draft, 'OVERSPEED');
    },
  ],
  [
    'GTGEO',
    (draft, cause) => {
      if (cause === null) return;
      draft.attributes.fence = cause.id;
      if (cause.type === '0' || cause.type === '1') addAlarm(draft, cause.type === '1' ? 'IN' : 'OUT');
    },
  ],
  // 1: from rest to motion.
  [
    'GTNMR',
    ({ attributes }, cause) => {
      if (cause !== null) attributes.moving = cause.type === '1';
    },
  ],
]);

export function readEvent(name: string, draft: ReportDraft, cause: Cause | null): void {
  READERS.get(name)?.(draft, cause);
}

const DURATION = /^\d{1,6}$/;
const VOLTAGE = /^\d{1,2}\.\d{1,3}$/;
const TEMPERATURE = /^-?\d{1,3}\.\d$/;

/** Reads the field that some events have before the position. Returns whether its meaning is known. */
export function readDetail(name: string, field: string, draft: ReportDraft): boolean {
  const { attributes } = draft;
  if (/^GT(?:IG|VG)[NF]$|^GTIDF$/.test(name) && DURATION.test(field)) attributes.duration = Number(field);
  else if (name === 'GTBPL' && VOLTAGE.test(field)) attributes.batteryVoltage = Number(field);
  else if (name === 'GTTEM' && TEMPERATURE.test(field)) attributes.temperature1 = Number(field);
  else if (name === 'GTSTT' && isMotion(field)) readMotion(field, draft);
  else return false;
  return true;
}
