import type { LocatedReport } from '@wakeline/domain/tracker-state/advance';
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
  part: 500,

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

/** Elements of Garmin's extension that are attributes here, in the order of its schema, with what it lets them be. */
const GARMIN_VALUES = [
  { element: 'atemp', name: 'temperature1', whole: false, least: -300, most: 300 },
  { element: 'hr', name: 'heartRate', whole: true, least: 1, most: 255 },
  { element: 'cad', name: 'cadence', whole: true, least: 0, most: 254 },
] as const;

function extensionsText({ fix, battery, gsm, alarms, attributes }: LocatedReport): string {
  const speed = fix.speed === null ? null : Number((fix.speed / KMH_PER_MPS).toFixed(7));
  const said = GARMIN_VALUES.filter(({ name, ...limits }) => fits(attributes[name], limits));
  const garmin = [
    ...said.map(({ element, name }) => numberElement(`gpxtpx:${element}`, Number(attributes[name]))),
    numberElement('gpxtpx:speed', speed),
    numberElement('gpxtpx:course', fix.course),
  ].join('');
  const elsewhere = new Set<string>(said.map(({ name }) => name));
  if (isPlainNumber(attributes.hdop)) elsewhere.add('hdop');
  const others = Object.entries(attributes).filter(([name]) => !elsewhere.has(name));
  const text =
    (garmin === '' ? '' : `<gpxtpx:TrackPointExtension>${garmin}</gpxtpx:TrackPointExtension>`) +
    numberElement('wl:accuracy', fix.accuracy) +
    numberElement('wl:battery', battery) +
    numberElement('wl:gsm', gsm) +
    xmlElement('wl:alarms', alarms.join(' ')) +
    others.map(([name, value]) => valueText(name, value)).join('');
  return text === '' ? '' : `<extensions>${text}</extensions>`;
}

function fits(
  value: unknown,
  { whole, least, most }: { readonly whole: boolean; readonly least: number; readonly most: number },
): boolean {
  return typeof value === 'number' && value >= least && value <= most && (!whole || Number.isInteger(value));
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
