import { KMH_PER_MPS } from '@wakeline/domain/geo/speed-units';
import type { LocatedReport } from '@wakeline/domain/tracker-state/apply-report';
import { escapeXml, formatDecimal, xmlElement } from '../xml-text.ts';
import { otherValues } from './other-values.ts';
import type { TrackWriter } from './track-writer.ts';

/** Garmin's extension for points: speed in m/s and course, which most programs read. */
const GARMIN_NAMESPACE = 'http://www.garmin.com/xmlschemas/TrackPointExtension/v2';
/** Wakeline's extension for all other values. */
export const WAKELINE_NAMESPACE = 'urn:x-wakeline:track:1';

/** GPX 1.1 with a `trk` for each device. */
export const gpxTrackWriter: TrackWriter = {
  mediaType: 'application/gpx+xml',
  extension: '.gpx',
  batchSize: 500,

  head: (name) =>
    `<?xml version="1.0" encoding="UTF-8"?>\n` +
    `<gpx version="1.1" creator="Wakeline" xmlns="http://www.topografix.com/GPX/1/1" ` +
    `xmlns:gpxtpx="${GARMIN_NAMESPACE}" xmlns:wl="${WAKELINE_NAMESPACE}">\n<metadata>${xmlElement('name', name)}</metadata>\n`,

  start: ({ name, imei }) =>
    `<trk>${xmlElement('name', name)}<extensions>${xmlElement('wl:imei', imei)}</extensions>\n<trkseg>\n`,

  fixes: (fixes) => fixes.map(pointText).join(''),

  end: '</trkseg>\n</trk>\n',
  tail: '</gpx>\n',
};

/** In the order of the schema. */
function pointText(report: LocatedReport): string {
  const { time, fix, satellites, attributes } = report;
  // The schema allows 180 degrees only in the west.
  const lon = fix.longitude === 180 ? -180 : fix.longitude;
  const { hdop } = attributes;
  return (
    `<trkpt lat="${formatDecimal(fix.latitude)}" lon="${formatDecimal(lon)}">` +
    `${numberElement('ele', fix.altitude)}<time>${new Date(time).toISOString()}</time>` +
    `${numberElement('sat', satellites)}` +
    `${isPlainNumber(hdop) ? numberElement('hdop', hdop) : ''}` +
    `${extensionsText(report)}</trkpt>\n`
  );
}

/** Elements of Garmin's extension for attributes, in the order of its schema, with the values that it allows. */
const GARMIN_VALUES = [
  { element: 'atemp', name: 'temperature1', integer: false, min: -300, max: 300 },
  { element: 'hr', name: 'heartRate', integer: true, min: 1, max: 255 },
  { element: 'cad', name: 'cadence', integer: true, min: 0, max: 254 },
] as const;

function extensionsText(report: LocatedReport): string {
  const { fix, battery, gsm, alarms, attributes } = report;
  const speed = fix.speed === null ? null : Number((fix.speed / KMH_PER_MPS).toFixed(7));
  const garminValues = GARMIN_VALUES.filter(({ name, ...limits }) => isAllowed(attributes[name], limits));
  const garminText = [
    ...garminValues.map(({ element, name }) => numberElement(`gpxtpx:${element}`, Number(attributes[name]))),
    numberElement('gpxtpx:speed', speed),
    numberElement('gpxtpx:course', fix.course),
  ].join('');
  const written = new Set<string>(garminValues.map(({ name }) => name));
  if (isPlainNumber(attributes.hdop)) written.add('hdop');
  const others = Object.entries(otherValues(report)).filter(([name]) => !written.has(name));
  const text =
    (garminText === '' ? '' : `<gpxtpx:TrackPointExtension>${garminText}</gpxtpx:TrackPointExtension>`) +
    numberElement('wl:accuracy', fix.accuracy) +
    numberElement('wl:battery', battery) +
    numberElement('wl:gsm', gsm) +
    xmlElement('wl:alarms', alarms.join(' ')) +
    others.map(([name, value]) => valueText(name, value)).join('');
  return text === '' ? '' : `<extensions>${text}</extensions>`;
}

function isAllowed(
  value: unknown,
  { integer, min, max }: { readonly integer: boolean; readonly min: number; readonly max: number },
): boolean {
  return typeof value === 'number' && value >= min && value <= max && (!integer || Number.isInteger(value));
}

function valueText(name: string, value: string | number | boolean): string {
  const type = typeof value === 'string' ? 'text' : typeof value;
  const text = typeof value === 'number' ? formatDecimal(value) : String(value);
  return `<wl:value name="${escapeXml(name)}" type="${type}">${escapeXml(text)}</wl:value>`;
}

function numberElement(name: string, value: number | null): string {
  return value === null ? '' : `<${name}>${formatDecimal(value)}</${name}>`;
}

function isPlainNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0;
}
