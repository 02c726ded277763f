import type { AltitudeKind } from './altitude-kind.ts';
import {
  FLIGHT_PHASES,
  FLIGHT_STATES,
  type FlightMemory,
  type FlightPhase,
  type FlightState,
  type MomentAtAltitude,
} from './flight-memory.ts';
import type { Leg, LegMoment } from './leg.ts';

/** A number of a field; null is written as nothing. */
type Values = readonly (number | null)[];

/**
 * Writes the memory as a short text: fields of a letter and numbers, as `formatRulesMemory` does. Letters and the order of the
 * numbers never change; a new number is added at the end of its field.
 */
export function flightMemoryToText(memory: FlightMemory): string {
  const { ground, circuit, leg } = memory;
  return [
    field('m', mainValues(memory)),
    ground && field('g', [ground.altitude, ground.latitude, ground.longitude]),
    circuit && field('c', [circuit.lowest, circuit.lowestAt, Number(circuit.touched)]),
    momentField('r', memory.rise, memory.rise?.altitude),
    momentField('l', memory.level, memory.level?.altitude),
    momentField('s', memory.slow, memory.slow?.altitude),
    momentField('t', memory.touched),
    momentField('i', memory.still),
    momentField('o', memory.offBlock),
    leg && field('L', legValues(leg)),
    leg && momentField('O', leg.offBlock),
    leg && momentField('T', leg.takeoff),
    leg && momentField('D', leg.landing),
    leg && momentField('I', leg.inBlock),
  ]
    .filter((text) => text !== null)
    .join(' ');
}

function mainValues(memory: FlightMemory): Values {
  const { state, time, latitude, longitude, altitude, altitudeKind, altitudeAt } = memory;
  const { speed, east, north, climb, jumps, phase, nextPhase, nextPhaseAt } = memory;
  return [
    ...[FLIGHT_STATES[state], time, latitude, longitude, altitude, altitudeKind, altitudeAt],
    ...[speed, east, north, climb, jumps, FLIGHT_PHASES[phase], FLIGHT_PHASES[nextPhase], nextPhaseAt],
  ];
}

function legValues(leg: Leg): Values {
  const { startedAt, beganBefore, touchAndGos, goArounds, distance } = leg;
  const { maxHeight, maxHeightKind, maxSpeed, fixes, lost } = leg;
  return [
    ...[startedAt, Number(beganBefore), touchAndGos, goArounds, distance],
    ...[maxHeight, maxHeightKind, maxSpeed, fixes, Number(lost)],
  ];
}

function momentField(letter: string, moment: LegMoment | null, altitude?: number | null): string | null {
  if (moment === null) return null;
  const { at, from, to, latitude, longitude, course } = moment;
  const values = [at, from, to, latitude, longitude, course];
  return field(letter, altitude === undefined ? values : [...values, altitude]);
}

/** Seven decimals of a degree are a centimetre. */
function field(letter: string, values: Values): string {
  const texts = values.map((value) =>
    value === null ? '' : Number.isInteger(value) ? `${value}` : `${Math.round(value * 1e7) / 1e7}`,
  );
  return letter + texts.join(',');
}

/** Reads what `flightMemoryToText` wrote; null: it is not such a text, so the aircraft is seen for the first time. */
export function flightMemoryFromText(text: string): FlightMemory | null {
  const fields = new Map<string, Values>();
  for (const part of text.split(' ')) {
    const values = part.length < 2 ? [] : part.slice(1).split(',');
    fields.set(
      part.charAt(0),
      values.map((value) => (value === '' ? null : Number(value))),
    );
  }
  try {
    return readMemory(fields);
  } catch (error) {
    if (error instanceof MemoryTextError) return null;
    throw error;
  }
}

class MemoryTextError extends Error {
  constructor() {
    super('not the memory of a flight');
    this.name = 'MemoryTextError';
  }
}

function readMemory(fields: ReadonlyMap<string, Values>): FlightMemory {
  const main = fieldReader(fields.get('m'));
  return {
    state: main.key(FLIGHT_STATES) as FlightState,
    time: main.number(),
    latitude: main.number(),
    longitude: main.number(),
    altitude: main.nullable(),
    altitudeKind: main.altitudeKind(),
    altitudeAt: main.number(),
    speed: main.nullable(),
    east: main.number(),
    north: main.number(),
    climb: main.nullable(),
    jumps: main.number(),
    phase: main.key(FLIGHT_PHASES) as FlightPhase,
    nextPhase: main.key(FLIGHT_PHASES) as FlightPhase,
    nextPhaseAt: main.number(),
    ground: optional(fields.get('g'), (ground) => ({
      altitude: ground.number(),
      latitude: ground.number(),
      longitude: ground.number(),
    })),
    circuit: optional(fields.get('c'), (circuit) => ({
      lowest: circuit.nullable(),
      lowestAt: circuit.number(),
      touched: circuit.number() === 1,
    })),
    rise: optional(fields.get('r'), readMomentAtAltitude),
    level: optional(fields.get('l'), readMomentAtAltitude),
    slow: optional(fields.get('s'), readMomentAtAltitude),
    touched: optional(fields.get('t'), readMoment),
    still: optional(fields.get('i'), readMoment),
    offBlock: optional(fields.get('o'), readMoment),
    leg: optional(fields.get('L'), (leg) => readLeg(leg, fields)),
  };
}

function readLeg(leg: FieldReader, fields: ReadonlyMap<string, Values>): Leg {
  return {
    startedAt: leg.number(),
    beganBefore: leg.number() === 1,
    touchAndGos: leg.number(),
    goArounds: leg.number(),
    distance: leg.number(),
    maxHeight: leg.nullable(),
    maxHeightKind: leg.nullableAltitudeKind(),
    maxSpeed: leg.nullable(),
    fixes: leg.number(),
    lost: leg.number() === 1,
    offBlock: optional(fields.get('O'), readMoment),
    takeoff: optional(fields.get('T'), readMoment),
    landing: optional(fields.get('D'), readMoment),
    inBlock: optional(fields.get('I'), readMoment),
  };
}

function readMoment(moment: FieldReader): LegMoment {
  return {
    at: moment.number(),
    from: moment.number(),
    to: moment.number(),
    latitude: moment.number(),
    longitude: moment.number(),
    course: moment.nullable(),
  };
}

function readMomentAtAltitude(moment: FieldReader): MomentAtAltitude {
  return { ...readMoment(moment), altitude: moment.nullable() };
}

function optional<Value>(values: Values | undefined, read: (field: FieldReader) => Value): Value | null {
  return values === undefined ? null : read(fieldReader(values));
}

type FieldReader = ReturnType<typeof fieldReader>;

/** Reads the numbers of a field one after another. Throws `MemoryTextError` where one is missing or of a wrong kind. */
function fieldReader(values: Values = []) {
  let at = 0;
  function nullable(): number | null {
    const value = values[at];
    at += 1;
    if (value === undefined || (value !== null && !Number.isFinite(value))) throw new MemoryTextError();
    return value;
  }
  function number(): number {
    const value = nullable();
    if (value === null) throw new MemoryTextError();
    return value;
  }
  function nullableAltitudeKind(): AltitudeKind | null {
    const kind = nullable();
    if (kind !== null && kind !== 1 && kind !== 2 && kind !== 3) throw new MemoryTextError();
    return kind;
  }
  return {
    nullable,
    number,
    nullableAltitudeKind,
    altitudeKind(): AltitudeKind {
      const kind = nullableAltitudeKind();
      if (kind === null) throw new MemoryTextError();
      return kind;
    },
    /** The name that has this number. */
    key(numbers: Readonly<Record<string, number>>): string {
      const value = number();
      const name = Object.keys(numbers).find((key) => numbers[key] === value);
      if (name === undefined) throw new MemoryTextError();
      return name;
    },
  };
}
