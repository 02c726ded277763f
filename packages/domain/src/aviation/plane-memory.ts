import type { FlightMemory } from './flight-memory.ts';
import { flightMemoryFromText, flightMemoryToText } from './flight-memory-text.ts';

/** What the state of a tracker keeps of the plane that carries it. */
export interface PlaneMemory {
  readonly planeId: number;
  readonly flight: FlightMemory;
}

/** Writes it as a short text: the plane, then `flightMemoryToText`. */
export function planeMemoryToText({ planeId, flight }: PlaneMemory): string {
  return `${planeId} ${flightMemoryToText(flight)}`;
}

/** Null: `planeMemoryToText` did not write it. */
export function planeMemoryFromText(text: string): PlaneMemory | null {
  const end = text.indexOf(' ');
  const planeId = Number(text.slice(0, end));
  const flight = end > 0 && Number.isSafeInteger(planeId) ? flightMemoryFromText(text.slice(end + 1)) : null;
  return flight === null ? null : { planeId, flight };
}
