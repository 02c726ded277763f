import type { TrackPoint } from '@wakeline/contract/entities/track-point';
import type { LocatedReport } from '@wakeline/domain/advance';
import { greatCircleDistance } from '@wakeline/domain/great-circle';

/** Turns the reports of one track, oldest first, into its points: numbered from 1, with the way since the first. */
export function pointMaker(): (report: LocatedReport) => TrackPoint {
  let last: LocatedReport['fix'] | null = null;
  let distant = 0;
  let id = 0;
  return (report) => {
    const { fix } = report;
    if (last !== null) distant += greatCircleDistance(last, fix);
    last = fix;
    id += 1;
    return {
      id,
      lng: fix.longitude,
      lat: fix.latitude,
      time: report.time,
      dir: fix.course,
      speed: fix.speed,
      power: report.battery,
      gsm: report.gsm,
      gps: report.satellites,
      height: fix.altitude,
      distant: Math.round(distant * 100) / 100,
      info: infoOf(report),
    };
  };
}

function infoOf({ fix, attributes, alarms }: LocatedReport): TrackPoint['info'] {
  const info = Object.entries(attributes).map(([key, value]) => ({ key, value: String(value) }));
  if (fix.accuracy !== null) info.push({ key: 'accuracy', value: String(fix.accuracy) });
  if (alarms.length > 0) info.push({ key: 'alarms', value: alarms.join(' ') });
  return info;
}
