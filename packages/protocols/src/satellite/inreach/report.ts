import type { Report } from '@wakeline/domain/reports/report';
import { createReportDraft } from '../../report-draft.ts';
import type { InreachEvent } from './outbound.ts';

/**
 * The report of an event, for the tracker of the device; null if it says nothing about it. The point of `reference-point`
 * is chosen on a map and is no position of the device. A declared SOS is an alarm; its end arrives as `cancel-sos` in the
 * attribute `message`.
 */
export function inreachReport(event: InreachEvent): Report | null {
  const { code, time, point, lowBattery } = event;
  if (time === null) return null;
  const draft = createReportDraft(time);
  if (point !== null && code !== 'reference-point') {
    const { latitude, longitude, altitude, speed, course, gpsFix } = point;
    draft.fix = { latitude, longitude, altitude, speed, course, accuracy: null, valid: gpsFix !== 0 };
  }
  if (code === 'declare-sos' || code === 'confirm-sos') draft.alarms.push('SOS');
  if (lowBattery === true) draft.alarms.push('LOWPOWER');
  if (draft.fix === null && draft.alarms.length === 0) return null;
  draft.attributes.message = code === 'unknown' ? event.codeNumber : code;
  return draft;
}
