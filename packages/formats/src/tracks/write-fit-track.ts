import { FitWriter } from '@markw65/fit-file-writer';
import { KMH_PER_MPS } from '@wakeline/domain/geo/speed-units';
import type { LocatedReport } from '@wakeline/domain/tracker-state/apply-report';
import { computeFitCrc } from './fit-crc.ts';

/** Fixes per batch: the library takes about 35 microseconds for each. */
export const FIT_BATCH_SIZE = 500;
/** Sizes of a header and of a checksum. */
const HEADER_BYTES = 14;
const CHECKSUM_BYTES = 2;

const RADIANS = Math.PI / 180;
/** 16 bytes that identify Wakeline's developer fields. */
const APPLICATION_ID = [...new TextEncoder().encode('wakeline-track-1')];

/** Developer fields for values that a `record` has no field for, or only a coarse one. */
const WAKELINE_FIELDS = [
  { name: 'wlCourse', type: 'float32', units: 'deg', getValue: ({ fix }: LocatedReport) => fix.course },
  { name: 'wlSatellites', type: 'uint8', units: '', getValue: ({ satellites }: LocatedReport) => satellites },
  { name: 'wlAccuracy', type: 'float32', units: 'm', getValue: ({ fix }: LocatedReport) => fix.accuracy },
  { name: 'wlBattery', type: 'float32', units: '%', getValue: ({ battery }: LocatedReport) => battery },
  { name: 'wlGsm', type: 'float32', units: '%', getValue: ({ gsm }: LocatedReport) => gsm },
  {
    name: 'wlMilliseconds',
    type: 'uint16',
    units: 'ms',
    getValue: ({ time }: LocatedReport) => (time % 1_000 === 0 ? null : ((time % 1_000) + 1_000) % 1_000),
  },
] as const;

export const FIT_MEDIA_TYPE = 'application/vnd.ant.fit';

/** The first messages of a file; `time`: of its first fix, epoch milliseconds. */
export function encodeFitStart(time: number): Uint8Array {
  const writer = new FitWriter();
  writer.writeMessage(
    'file_id',
    {
      type: 'activity',
      manufacturer: 'development',
      product: 0,
      serial_number: 1,
      time_created: toFitSeconds(writer, time),
    },
    null,
    true,
  );
  return finishMessages(writer);
}

/** Fixes as messages, at most `FIT_BATCH_SIZE`. Each batch repeats the definitions of its messages. */
export function encodeFitFixes(fixes: readonly LocatedReport[]): Uint8Array {
  const writer = new FitWriter();
  writer.writeMessage(
    'developer_data_id',
    { developer_data_index: 0, application_id: APPLICATION_ID },
    null,
    true,
  );
  for (const [number, { name, type, units }] of WAKELINE_FIELDS.entries()) {
    writer.writeMessage(
      'field_description',
      {
        developer_data_index: 0,
        field_definition_number: number,
        fit_base_type_id: type,
        field_name: name,
        ...(units === '' ? undefined : { units }),
      },
      null,
      true,
    );
  }
  for (const report of fixes) addFix(writer, report);
  return finishMessages(writer);
}

/** The last messages of a file: one lap, session and activity, from its first fix to its last one, epoch milliseconds. */
export function encodeFitEnd(first: number, last: number): Uint8Array {
  const writer = new FitWriter();
  const timestamp = toFitSeconds(writer, last);
  const summary = {
    timestamp,
    start_time: toFitSeconds(writer, first),
    total_elapsed_time: (last - first) / 1_000,
    total_timer_time: (last - first) / 1_000,
  };
  writer.writeMessage('lap', summary, null, true);
  writer.writeMessage(
    'session',
    { ...summary, sport: 'generic', first_lap_index: 0, num_laps: 1 },
    null,
    true,
  );
  writer.writeMessage(
    'activity',
    { timestamp, total_timer_time: summary.total_timer_time, num_sessions: 1, type: 'manual' },
    null,
    true,
  );
  return finishMessages(writer);
}

/** The header of a file with this many bytes of messages. The checksum at the end of the file includes the header. */
export function encodeFitHeader(messageBytes: number): Uint8Array {
  const empty = new FitWriter().finish();
  const header = new Uint8Array(empty.buffer, empty.byteOffset, HEADER_BYTES).slice();
  const view = new DataView(header.buffer);
  view.setUint32(4, messageBytes, true);
  view.setUint16(12, computeFitCrc(header.subarray(0, 12)), true);
  return header;
}

function addFix(writer: FitWriter, report: LocatedReport): void {
  const { time, fix, attributes } = report;
  writer.writeMessage(
    'record',
    {
      timestamp: toFitSeconds(writer, time),
      position_lat: writer.latlng(fix.latitude * RADIANS),
      position_long: writer.latlng(fix.longitude * RADIANS),
      ...optionalField('enhanced_altitude', scaleValue(fix.altitude, 5, 500)),
      ...optionalField(
        'enhanced_speed',
        scaleValue(fix.speed === null ? null : fix.speed / KMH_PER_MPS, 1_000, 0),
      ),
      ...optionalField('heart_rate', toInteger(attributes.heartRate, 0, 254)),
      ...optionalField('cadence', toInteger(attributes.cadence, 0, 254)),
      ...optionalField('temperature', toInteger(attributes.temperature1, -127, 126)),
      ...optionalField('power', toInteger(attributes.power, 0, 65_534)),
    },
    WAKELINE_FIELDS.flatMap(({ getValue }, number) => {
      const value = getValue(report);
      return value === null ? [] : [{ field_num: number, value }];
    }),
  );
}

/** The messages of a file without its header and checksum. */
function finishMessages(writer: FitWriter): Uint8Array {
  const { buffer, byteOffset, byteLength } = writer.finish();
  return new Uint8Array(buffer, byteOffset + HEADER_BYTES, byteLength - HEADER_BYTES - CHECKSUM_BYTES);
}

/** Rounds down to seconds; the library would round to the nearest. */
function toFitSeconds(writer: FitWriter, time: number): number {
  return writer.time(Math.floor(time / 1_000) * 1_000);
}

/** The nearest value of the field. The library truncates, so it is slightly larger. Null if the value is out of range. */
function scaleValue(value: number | null, scale: number, offset: number): number | null {
  if (value === null || value + offset < 0) return null;
  return Math.round((value + offset) * scale) / scale - offset + 1e-6;
}

function toInteger(value: unknown, min: number, max: number): number | null {
  if (typeof value !== 'number' || value < min || value > max) return null;
  return Math.round(value);
}

function optionalField<Name extends string>(name: Name, value: number | null): { [Key in Name]?: number } {
  return value === null ? {} : ({ [name]: value } as { [Key in Name]?: number });
}
