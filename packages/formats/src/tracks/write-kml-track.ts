import type { LocatedReport } from '@wakeline/domain/tracker-state/apply-report';
import { escapeXml, formatDecimal, xmlElement } from '../xml-text.ts';
import { otherValues } from './other-values.ts';
import type { TrackWriter } from './track-writer.ts';

/** Google's extension for tracks. */
const GX_NAMESPACE = 'http://www.google.com/kml/ext/2.2';

/** The arrays of values, with one entry per position; the name of the speed has its unit, because other programs write m/s. */
const ARRAYS: readonly {
  readonly name: string;
  readonly type: 'float' | 'int' | 'string';
  readonly getValue: (report: LocatedReport) => number | string | null;
}[] = [
  { name: 'speedKmh', type: 'float', getValue: ({ fix }) => fix.speed },
  { name: 'satellites', type: 'int', getValue: ({ satellites }) => satellites },
  { name: 'accuracy', type: 'float', getValue: ({ fix }) => fix.accuracy },
  { name: 'battery', type: 'float', getValue: ({ battery }) => battery },
  { name: 'gsm', type: 'float', getValue: ({ gsm }) => gsm },
  { name: 'alarms', type: 'string', getValue: ({ alarms }) => alarms.join(' ') },
  {
    name: 'values',
    type: 'string',
    getValue(report) {
      const others = otherValues(report);
      return Object.keys(others).length === 0 ? null : JSON.stringify(others);
    },
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
 * KML 2.2 with `gx:Track`: a placemark for each device with one `gx:MultiTrack`, which has one track per batch. A track lists all
 * times first, then all positions, then all angles, so a single track of any length could not be written in batches.
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
    `<ExtendedData><SchemaData schemaUrl="#fix">\n${ARRAYS.map(({ name, getValue }) => arrayText(name, fixes.map(getValue))).join('')}` +
    `</SchemaData></ExtendedData>\n</gx:Track>\n`,

  end: '</gx:MultiTrack>\n</Placemark>\n',
  tail: '</Document>\n</kml>\n',
};

function coordText({ longitude, latitude, altitude }: LocatedReport['fix']): string {
  const values = altitude === null ? [longitude, latitude] : [longitude, latitude, altitude];
  return values.map(formatDecimal).join(' ');
}

/** Heading, tilt and roll. Empty if no fix has a course, because the icon would point north. */
function anglesText(fixes: readonly LocatedReport[]): string {
  if (fixes.every(({ fix }) => fix.course === null)) return '';
  return fixes
    .map(
      ({ fix }) =>
        `<gx:angles>${fix.course === null ? '' : `${formatDecimal(fix.course)} 0 0`}</gx:angles>\n`,
    )
    .join('');
}

/** Empty if no fix has a value. */
function arrayText(name: string, values: readonly (number | string | null)[]): string {
  if (values.every((value) => value === null || value === '')) return '';
  const texts = values.map((value) => {
    const text = typeof value === 'number' ? formatDecimal(value) : escapeXml(value ?? '');
    return `<gx:value>${text}</gx:value>`;
  });
  return `<gx:SimpleArrayData name="${name}">${texts.join('')}</gx:SimpleArrayData>\n`;
}
