import { KMH_PER_KNOT } from '@wakeline/domain/geo/speed-units';
import type { Report } from '@wakeline/domain/reports/report';
import type { DeviceRequest } from '../protocol.ts';
import { writeAlarms } from './alarm.ts';

/**
 * Encodes the request of a client: one report as parameters of a GET, several as a batch of the background-geolocation
 * library. The batch format has no fields for invalid fixes, mobile signal strength and satellites.
 */
export function encode(deviceId: string, reports: readonly Report[]): DeviceRequest {
  const [first, ...rest] = reports;
  if (first === undefined) throw new RangeError('at least one report is required');
  if (rest.length === 0) return parametersOf(deviceId, first);
  const body = JSON.stringify({ device_id: deviceId, location: reports.map(locationOf) });
  return {
    method: 'POST',
    target: '/',
    contentType: 'application/json',
    body: Buffer.from(body),
    receivedAt: findLatestTime(reports),
  };
}

function parametersOf(deviceId: string, report: Report): DeviceRequest {
  const query = new URLSearchParams({ id: deviceId, timestamp: String(report.time) });
  const set = (name: string, value: number | string | boolean | null) => {
    if (value !== null) query.set(name, String(value));
  };
  const { charging, ...others } = report.attributes;
  for (const [name, value] of Object.entries(others)) set(name, value);
  if (report.fix !== null) {
    const { latitude, longitude, altitude, speed, course, accuracy, valid } = report.fix;
    set('lat', latitude);
    set('lon', longitude);
    set('altitude', altitude);
    set('speed', speed === null ? null : (speed / KMH_PER_KNOT).toFixed(5));
    set('bearing', course);
    set('accuracy', accuracy);
    set('valid', valid ? null : false);
  }
  set('batt', report.battery);
  set('gsm', report.gsm);
  set('sat', report.satellites);
  set('charge', charging ?? null);
  set('alarm', report.alarms.length === 0 ? null : writeAlarms(report.alarms));
  const target = `/?${query.toString()}`;
  return { method: 'GET', target, contentType: null, body: new Uint8Array(), receivedAt: report.time };
}

function locationOf(report: Report): object {
  const { fix, battery, attributes } = report;
  const { charging, odometer, moving, activity, ...extras } = attributes;
  const level = battery === null ? -1 : battery / 100;
  return {
    timestamp: new Date(report.time).toISOString(),
    ...(fix === null ? {} : { coords: coordinatesOf(fix) }),
    ...(battery === null && charging === undefined ? {} : { battery: { level, is_charging: charging } }),
    ...(activity === undefined ? {} : { activity: { type: activity } }),
    odometer,
    is_moving: moving,
    extras: report.alarms.length === 0 ? extras : { ...extras, alarm: writeAlarms(report.alarms) },
  };
}

function coordinatesOf(fix: NonNullable<Report['fix']>): object {
  return {
    latitude: fix.latitude,
    longitude: fix.longitude,
    accuracy: fix.accuracy ?? -1,
    speed: fix.speed === null ? -1 : Number((fix.speed / 3.6).toFixed(5)),
    heading: fix.course ?? -1,
    altitude: fix.altitude,
  };
}

function findLatestTime(reports: readonly Report[]): number {
  return reports.reduce((latest, report) => Math.max(latest, report.time), 0);
}
