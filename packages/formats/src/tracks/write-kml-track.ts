import type { LocatedReport } from '@wakeline/domain/tracker-state/apply-report';
import { escapeXml, formatDecimal, xmlElement } from '../xml-text.ts';
import type { TrackWriter } from './track-writer.ts';

/** Google's extension, which has tracks. */
const GX_NAMESPACE = 'http://www.google.com/kml/ext/2.2';

/** The arrays beside the positions, each with an entry for each of them; speed says its unit, as others mean m/s. */
const ARRAYS: readonly {
  readonly name: string;
  readonly type: 'float' | 'int' | 'string';
  readonly of: (report: LocatedReport) => number | string | null;
}[] = [
  { name: 'speedKmh', type: 'float', of: ({ fix }) => fix.speed },
  { name: 'satellites', type: 'int', of: ({ satellites }) => satellites },
  { name: 'accuracy', type: 'float', of: ({ fix }) => fix.accuracy },
  { name: 'battery', type: 'float', of: ({ battery }) => battery },
  { name: 'gsm', type: 'float', of: ({ gsm }) => gsm },
  { name: 'alarms', type: 'string', of: ({ alarms }) => alarms.join(' ') },
  {
    name: 'values',
    type: 'string',
    of: ({ attributes }) => (Object.keys(attributes).length === 0 ? null : JSON.stringify(attributes)),
  },
];

const SCHEMA =
  `<Schema id="fix">` +
  ARRAYS.map(
    ({ name, type }) =>
      `<gx:SimpleArrayField name="${name}" type="${type}"><displayName>${name}</displayName></gx:SimpleArrayField>`,
  ).join('') +
  `</Schema>\n`;

/**
 * KML 2.2 with `gx:Track`: a placemark for each device, of one `gx:MultiTrack`, whose tracks are the parts. A track has its times
 * first, then its places, then its angles: no file of any length could be written in one of them piece by piece.
 */
export const kmlTrackWriter: TrackWriter = {
  mediaType: 'application/vnd.google-earth.kml+xml',
  extension: '.kml',
  batchSize: 5_000,

  head: (name) =>
    `<?xml version="1.0" encoding="UTF-8"?>\n` +
    `<kml xmlns="http://www.opengis.net/kml/2.2" xmlns:gx="${GX_NAMESPACE}">\n<Document>${xmlElement('name', name)}\n${SCHEMA}`,

  start: ({ name, imei }) =>
    `<Placemark>${xmlElement('name', name)}` +
    `<ExtendedData><Data name="imei"><value>${escapeXml(imei)}</value></Data></ExtendedData>\n` +
    `<gx:MultiTrack><altitudeMode>clampToGround</altitudeMode><gx:interpolate>1</gx:interpolate>\n`,

  fixes: (fixes) =>
    `<gx:Track>\n` +
    fixes.map(({ time }) => `<when>${new Date(time).toISOString()}</when>\n`).join('') +
    fixes.map(({ fix }) => `<gx:coord>${coordText(fix)}</gx:coord>\n`).join('') +
    anglesText(fixes) +
    `<ExtendedData><SchemaData schemaUrl="#fix">\n${ARRAYS.map(({ name, of }) => arrayText(name, fixes.map(of))).join('')}` +
    `</SchemaData></ExtendedData>\n</gx:Track>\n`,

  end: '</gx:MultiTrack>\n</Placemark>\n',
  tail: '</Document>\n</kml>\n',
};

function coordText({ longitude, latitude, altitude }: LocatedReport['fix']): string {
  const values = altitude === null ? [longitude, latitude] : [longitude, latitude, altitude];
  return values.map(formatDecimal).join(' ');
}

/** Heading, tilt and roll; nothing at all where no fix has a course, as it would point north. */
function anglesText(fixes: readonly LocatedReport[]): string {
  if (fixes.every(({ fix }) => fix.course === null)) return '';
  return fixes
    .map(
      ({ fix }) =>
        `<gx:angles>${fix.course === null ? '' : `${formatDecimal(fix.course)} 0 0`}</gx:angles>\n`,
    )
    .join('');
}

/** Nothing for what no fix has. */
function arrayText(name: string, values: readonly (number | string | null)[]): string {
  if (values.every((value) => value === null || value === '')) return '';
  const texts = values.map((value) => {
    const text = typeof value === 'number' ? formatDecimal(value) : escapeXml(value ?? '');
    return `<gx:value>${text}</gx:value>`;
  });
  return `<gx:SimpleArrayData name="${name}">${texts.join('')}</gx:SimpleArrayData>\n`;
}
