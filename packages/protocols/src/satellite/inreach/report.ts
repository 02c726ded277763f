import type { Report } from '@wakeline/domain/reports/report';
import { createReportDraft } from '../../report-draft.ts';
import type { InreachEvent } from './outbound.ts';

/**
 * The report of an event, for the tracker of the device; null if it says nothing about it. The point of `reference-point`
 * is chosen on a map and is no position of the device.
 *
 * @param receivedAt epoch milliseconds: the time of an event that has none.
 */
export function inreachReport(event: InreachEvent, receivedAt: number): Report | null {
  const { code, time, point, lowBattery } = event;
  const draft = createReportDraft(time ?? receivedAt);
  if (point !== null && code !== 'reference-point') {
    const { latitude, longitude, altitude, speed, course, gpsFix } = point;
    draft.fix = { latitude, longitude, altitude, speed, course, accuracy: null, valid: gpsFix !== 0 };
  }
  if (code === 'declare-sos' || code === 'confirm-sos') draft.alarms.push('SOS');
  if (lowBattery === true) draft.alarms.push('LOWPOWER');
  const clearsSos = code === 'cancel-sos';
  if (draft.fix === null && draft.alarms.length === 0 && !clearsSos) return null;
  draft.attributes.message = code === 'unknown' ? event.codeNumber : code;
  return clearsSos ? { ...draft, clearsSos } : draft;
}
