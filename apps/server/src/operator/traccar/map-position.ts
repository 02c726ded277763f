import { KMH_PER_KNOT } from '@wakeline/domain/geo/speed-units';
import { NOTICE_TYPES, type NoticeType } from '@wakeline/domain/notices/notice-type';
import type { AttributeValue, Report } from '@wakeline/domain/reports/report';
import { readAlarms } from '@wakeline/protocols/osmand/alarm';
import type { TraccarPosition } from './source.ts';

/**
 * Attributes of Traccar (`org.traccar.model.Position`) that Wakeline has under another name, in the same unit. Others keep
 * their name. `docs/operating/import-traccar.md` lists them.
 */
const NAMES: ReadonlyMap<string, string> = new Map([
  ['motion', 'moving'],
  ['charge', 'charging'],
  ['power', 'externalVoltage'],
  ['battery', 'batteryVoltage'],
  ['satVisible', 'satellitesVisible'],
  ['door', 'doorOpen'],
  ['versionFw', 'softwareVersion'],
  ['temp1', 'temperature1'],
  ['temp2', 'temperature2'],
  ['temp3', 'temperature3'],
  ['temp4', 'temperature4'],
  ['adc1', 'analog1'],
  ['adc2', 'analog2'],
  ['in1', 'input1'],
  ['in2', 'input2'],
  ['input', 'inputs'],
  ['output', 'outputs'],
]);

/** Attributes per position and characters of their texts: what the decoders of devices produce at most. */
const MAX_ATTRIBUTES = 200;
const MAX_TEXT = 4_000;

/** Why a part of a position could not be imported; the position itself is. */
export type PositionLoss = 'attributes-malformed' | 'attribute-structure';

export interface MappedPosition {
  readonly report: Report;
  readonly losses: readonly PositionLoss[];
}

/** Converts a position to a report in the project's units. Its values are not yet validated. */
export function mapPosition(position: TraccarPosition): MappedPosition {
  const { attributes, losses } = readAttributes(position.attributes);
  const mapped = mapAttributes(attributes);
  return {
    report: {
      time: position.fixTime,
      fix: {
        latitude: position.latitude,
        longitude: position.longitude,
        altitude: position.altitude,
        speed: position.speed === null ? null : position.speed * KMH_PER_KNOT,
        course: position.course,
        // Traccar stores 0 if the device sent no accuracy.
        accuracy: position.accuracy === 0 ? null : position.accuracy,
        valid: position.valid,
      },
      ...mapped,
    },
    losses,
  };
}

function mapAttributes(
  received: ReadonlyMap<string, AttributeValue>,
): Pick<Report, 'battery' | 'gsm' | 'satellites' | 'alarms' | 'attributes'> {
  const rest = new Map(received);
  const takeNumber = (name: string): number | null => {
    const value = rest.get(name);
    if (typeof value !== 'number') return null;
    rest.delete(name);
    return value;
  };
  const battery = takeNumber('batteryLevel');
  const satellites = takeNumber('sat');
  const alarms = takeAlarms(rest);
  const attributes = Object.fromEntries([...rest].map(([name, value]) => [NAMES.get(name) ?? name, value]));
  // Its signal strength (`rssi`) has another unit for each protocol, so it stays an attribute.
  return { battery, gsm: null, satellites, alarms, attributes };
}

/** Takes the alarms out of the attributes; names without a notice type stay there. */
function takeAlarms(attributes: Map<string, AttributeValue>): readonly NoticeType[] {
  const text = attributes.get('alarm');
  if (typeof text !== 'string') return [];
  const { alarms, unknownNames } = readAlarms(text);
  if (unknownNames.length === 0) attributes.delete('alarm');
  else attributes.set('alarm', unknownNames.join(','));
  return NOTICE_TYPES.filter((type) => alarms.includes(type));
}

interface ReadAttributes {
  /** A map, so that names cannot reach an object prototype. */
  readonly attributes: ReadonlyMap<string, AttributeValue>;
  readonly losses: readonly PositionLoss[];
}

function readAttributes(json: string | null): ReadAttributes {
  if (json === null || json.trim() === '') return { attributes: new Map(), losses: [] };
  const parsed = parseFields(json);
  if (parsed === null) return { attributes: new Map(), losses: ['attributes-malformed'] };
  const entries = Object.entries(parsed).filter(([, value]) => value !== null);
  const usable = entries.filter((entry): entry is [string, AttributeValue] => isAttribute(entry[1]));
  const stored = usable.slice(0, MAX_ATTRIBUTES).filter(([name]) => name !== '__proto__');
  return {
    attributes: new Map(stored.map(([name, value]) => [name, storable(value)])),
    losses: stored.length < entries.length ? ['attribute-structure'] : [],
  };
}

/** Parses a JSON object; null if the text is not one. */
export function parseFields(json: string): Readonly<Record<string, unknown>> | null {
  try {
    const parsed: unknown = JSON.parse(json);
    return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed) ? { ...parsed } : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

function isAttribute(value: unknown): value is AttributeValue {
  return typeof value === 'boolean' || typeof value === 'string' || Number.isFinite(value);
}

function storable(value: AttributeValue): AttributeValue {
  return typeof value === 'string' ? value.slice(0, MAX_TEXT).toWellFormed() : value;
}
