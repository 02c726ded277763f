import type { FlightMemory } from './flight-memory.ts';
import { flightMemoryFromText, flightMemoryToText } from './flight-memory-text.ts';
import type { ReportTimes } from './report-times.ts';

/** What the state of a tracker keeps of the plane that carries it. */
export interface PlaneMemory {
  readonly planeId: number;
  readonly flight: FlightMemory;
  /** Null: it stands, or an older version wrote the memory. */
  readonly reports: ReportTimes | null;
}

/** First letter of the field of `reports`, which `flightMemoryToText` does not use. It never changes. */
const REPORTS = 'R';

/** Writes it as a short text: the plane, then `flightMemoryToText`, then a field with the times of reports. */
export function planeMemoryToText({ planeId, flight, reports }: PlaneMemory): string {
  const text = `${planeId} ${flightMemoryToText(flight)}`;
  if (reports === null) return text;
  return `${text} ${REPORTS}${[reports.receivedAt, reports.gapFrom, ...reports.gaps].join(',')}`;
}

/** Null: `planeMemoryToText` did not write it. */
export function planeMemoryFromText(text: string): PlaneMemory | null {
  const end = text.indexOf(' ');
  const planeId = Number(text.slice(0, end));
  const flight = end > 0 && Number.isSafeInteger(planeId) ? flightMemoryFromText(text.slice(end + 1)) : null;
  return flight === null ? null : { planeId, flight, reports: reportsFromText(text) };
}

function reportsFromText(text: string): ReportTimes | null {
  const field = text.split(' ').find((part) => part.startsWith(REPORTS));
  if (field === undefined) return null;
  const [receivedAt, gapFrom, ...gaps] = field.slice(REPORTS.length).split(',').map(Number);
  if (receivedAt === undefined || gapFrom === undefined) return null;
  return [receivedAt, gapFrom, ...gaps].every(Number.isFinite) ? { receivedAt, gapFrom, gaps } : null;
}
