import type { LocatedReport } from '@wakeline/domain/advance';
import { decimal, xmlElement, xmlText } from '../xml-text.ts';
import { KMH_PER_MPS } from './fix-values.ts';
import type { TrackWriter } from './track-writer.ts';

/** Garmin's extension for points: speed in m/s and course, which most programs read. */
const GARMIN = 'http://www.garmin.com/xmlschemas/TrackPointExtension/v2';
/** Ours, for everything that neither has. */
export const OURS = 'urn:x-wakeline:track:1';

/** GPX 1.1. A `trk` for each device. */
export const gpxTrackWriter: TrackWriter = {
  mediaType: 'application/gpx+xml',
  extension: '.gpx',
  part: 5_000,

  head: (name) =>
    `<?xml version="1.0" encoding="UTF-8"?>\n` +
    `<gpx version="1.1" creator="Wakeline" xmlns="http://www.topografix.com/GPX/1/1" ` +
    `xmlns:gpxtpx="${GARMIN}" xmlns:wl="${OURS}">\n<metadata>${xmlElement('name', name)}</metadata>\n`,

  begin: ({ name, imei }) =>
    `<trk>${xmlElement('name', name)}<extensions>${xmlElement('wl:imei', imei)}</extensions>\n<trkseg>\n`,

  fixes: (fixes) => fixes.map(pointText).join(''),

  end: '</trkseg>\n</trk>\n',
  tail: '</gpx>\n',
};

/** In the order of the schema. */
function pointText(report: LocatedReport): string {
  const { time, fix, satellites, attributes } = report;
  // The schema has 180 degrees in the west only.
  const lon = fix.longitude === 180 ? -180 : fix.longitude;
  const { hdop } = attributes;
  return (
    `<trkpt lat="${decimal(fix.latitude)}" lon="${decimal(lon)}">` +
    `${numberElement('ele', fix.altitude)}<time>${new Date(time).toISOString()}</time>` +
    `${numberElement('sat', satellites)}` +
    `${isPlainNumber(hdop) ? numberElement('hdop', hdop) : ''}` +
    `${extensionsText(report)}</trkpt>\n`
  );
}

function extensionsText({ fix, battery, gsm, alarms, attributes }: LocatedReport): string {
  const speed = fix.speed === null ? null : Number((fix.speed / KMH_PER_MPS).toFixed(5));
  const garmin = numberElement('gpxtpx:speed', speed) + numberElement('gpxtpx:course', fix.course);
  const others = Object.entries(attributes)
    .filter(([name, value]) => name !== 'hdop' || !isPlainNumber(value))
    .map(([name, value]) => valueText(name, value));
  const text =
    (garmin === '' ? '' : `<gpxtpx:TrackPointExtension>${garmin}</gpxtpx:TrackPointExtension>`) +
    numberElement('wl:accuracy', fix.accuracy) +
    numberElement('wl:battery', battery) +
    numberElement('wl:gsm', gsm) +
    xmlElement('wl:alarms', alarms.join(' ')) +
    others.join('');
  return text === '' ? '' : `<extensions>${text}</extensions>`;
}

function valueText(name: string, value: string | number | boolean): string {
  const type = typeof value === 'string' ? 'text' : typeof value;
  const text = typeof value === 'number' ? decimal(value) : String(value);
  return `<wl:value name="${xmlText(name)}" type="${type}">${xmlText(text)}</wl:value>`;
}

function numberElement(name: string, value: number | null): string {
  return value === null ? '' : `<${name}>${decimal(value)}</${name}>`;
}

function isPlainNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0;
}
