import type { AircraftKind } from '../aircraft-kind.ts';
import { applyFlight } from '../apply-flight.ts';
import type { FlightMemory } from '../flight-memory.ts';
import { FLIGHT_PROFILES } from '../flight-profile.ts';
import type { FlightFix } from '../flight-step.ts';
import type { FlightEvent } from '../leg.ts';

/** Degrees of latitude per metre: 6 371 008.8 m * pi / 180 = 111 195.08 m per degree. */
const METRE = 1 / 111_195.08;

/** A part of a flight with one acceleration and one rate of climb. */
export interface Stretch {
  readonly seconds: number;
  /** km/h at its end; omitted: as before. */
  readonly speed?: number;
  /** m/s. */
  readonly climb?: number;
  /** Degrees; omitted: as before. */
  readonly course?: number;
}

export interface TrackStart {
  /** Seconds between two fixes. */
  readonly every?: number;
  /** Epoch milliseconds. */
  readonly time?: number;
  readonly latitude?: number;
  readonly longitude?: number;
  readonly altitude?: number;
}

/** The fixes of a flight, one at the start and then one every `every` seconds. It is computed in steps of a second. */
export function flownTrack(start: TrackStart, stretches: readonly Stretch[]): FlightFix[] {
  const { every = 1, time = 0 } = start;
  let { latitude = 0, longitude = 0, altitude = 100 } = start;
  let [speed, course, second] = [0, 90, 0];
  const fixes: FlightFix[] = [];
  const add = () =>
    fixes.push({
      ...{ time: time + second * 1_000, latitude, longitude, altitude, speed, course },
      accuracy: null,
    });
  add();
  for (const stretch of stretches) {
    const gain = ((stretch.speed ?? speed) - speed) / stretch.seconds;
    course = stretch.course ?? course;
    for (let at = 0; at < stretch.seconds; at += 1) {
      const metres = (speed + gain / 2) / 3.6;
      speed += gain;
      altitude += stretch.climb ?? 0;
      latitude += metres * METRE * Math.cos((course * Math.PI) / 180);
      longitude +=
        (metres * METRE * Math.sin((course * Math.PI) / 180)) / Math.cos((latitude * Math.PI) / 180);
      if (longitude > 180) longitude -= 360;
      second += 1;
      if (second % every === 0) add();
    }
  }
  return fixes;
}

/** Applies the fixes one after another. */
export function fly(
  kind: AircraftKind,
  fixes: readonly FlightFix[],
): { readonly memory: FlightMemory | null; readonly events: readonly FlightEvent[] } {
  let memory: FlightMemory | null = null;
  const events: FlightEvent[] = [];
  for (const fix of fixes) {
    const outcome = applyFlight(FLIGHT_PROFILES[kind], memory, fix);
    memory = outcome.memory;
    events.push(...outcome.events);
  }
  return { memory, events };
}

/** `take-off 120`: the kind of each event with its second after `origin`. */
export function eventTexts(events: readonly FlightEvent[], origin = 0): string[] {
  return events.map(({ kind, time }) => `${kind} ${(time - origin) / 1_000}`);
}
