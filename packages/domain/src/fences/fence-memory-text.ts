import type { FenceCrossing, FenceMemory } from '../tracker-state/tracker-state.ts';
import type { DayMileage, VisitMemory } from './visit.ts';

/**
 * Writes the memory of fences as a short text: `5 1780000000000 1 e1780000060000 v… c…;7 …`, the fence, its version and whether
 * it is inside, then what it has besides. Letters never change.
 */
export function fenceMemoryToText(fences: readonly FenceMemory[]): string {
  return fences.map(toText).join(';');
}

/** Reads what `fenceMemoryToText` wrote. A damaged fence is left out: it starts to apply with the next fix. */
export function fenceMemoryFromText(text: string): readonly FenceMemory[] {
  return text.split(';').flatMap((fence) => fromText(fence) ?? []);
}

function toText({ fenceId, shapedAt, inside, crossing, enteredAt, visit }: FenceMemory): string {
  let text = `${fenceId} ${shapedAt} ${inside ? 1 : 0}`;
  if (enteredAt !== undefined) text += ` e${enteredAt}`;
  if (visit !== undefined) text += ` v${visitToText(visit)}`;
  if (crossing !== null) {
    const { time, latitude, longitude, seenAt, mileage } = crossing;
    text += ` c${joined([time, latitude, longitude, seenAt, mileage ?? null])}`;
  }
  return text;
}

function visitToText({ time, latitude, longitude, mileage, seenAt, delay, days = [] }: VisitMemory): string {
  return joined([time, latitude, longitude, mileage, seenAt, delay, ...days.flat()]);
}

function fromText(text: string): FenceMemory | null {
  const [fenceId, shapedAt, inside, ...fields] = text.split(' ');
  if (inside !== '0' && inside !== '1') return null;
  if (!Number.isFinite(Number(fenceId)) || !Number.isFinite(Number(shapedAt))) return null;
  const valuesOf = (letter: string) => {
    const field = fields.find((value) => value.startsWith(letter));
    return field === undefined ? null : field.slice(1).split(',').map(numberOf);
  };
  const enteredAt = valuesOf('e')?.[0];
  const visit = visitFrom(valuesOf('v') ?? []);
  return {
    fenceId: Number(fenceId),
    shapedAt: Number(shapedAt),
    inside: inside === '1',
    crossing: crossingFrom(valuesOf('c') ?? []),
    ...(enteredAt != null && { enteredAt }),
    ...(visit !== null && { visit }),
  };
}

type Value = number | null;

function crossingFrom([time, latitude, longitude, seenAt, mileage]: readonly Value[]): FenceCrossing | null {
  if (time == null || latitude == null || longitude == null || seenAt == null) return null;
  return { time, latitude, longitude, seenAt, ...(mileage != null && { mileage }) };
}

function visitFrom(values: readonly Value[]): VisitMemory | null {
  const [time, latitude, longitude, mileage = null, seenAt, delay, ...others] = values;
  if (time == null || latitude == null || longitude == null || seenAt == null || delay == null) return null;
  const days = others.flatMap((day, at): DayMileage[] => {
    const metres = others[at + 1];
    return at % 2 === 0 && day != null && metres != null ? [[day, metres]] : [];
  });
  const visit = { time, latitude, longitude, mileage, seenAt, delay };
  return days.length === 0 ? visit : { ...visit, days };
}

function numberOf(text: string): Value {
  const value = Number(text);
  return text === '' || !Number.isFinite(value) ? null : value;
}

/** Seven decimals of a degree are a centimetre. Null is written as nothing. */
function joined(values: readonly Value[]): string {
  return values
    .map((value) => {
      if (value === null) return '';
      return Number.isInteger(value) ? `${value}` : `${Math.round(value * 1e7) / 1e7}`;
    })
    .join(',');
}
