import type { Position } from '../fences/fence-shape.ts';
import type { Control, CourseEvent, Leg } from './event.ts';

/** The objects of an event by id, so that rules need no search. */
export interface EventIndex {
  readonly event: CourseEvent;
  readonly controls: ReadonlyMap<string, Control>;
  /** By `legKey`. */
  readonly legs: ReadonlyMap<string, Leg>;
}

export function indexEvent(event: CourseEvent): EventIndex {
  return {
    event,
    controls: new Map(event.controls.map((control) => [control.id, control])),
    legs: new Map(event.legs.map((leg) => [legKey(leg.from, leg.to), leg])),
  };
}

/** Ids have no spaces. */
export function legKey(from: string, to: string): string {
  return `${from} ${to}`;
}

/** The line from a control to another, with its bends. */
export function legLine(index: EventIndex, from: Control, to: Control): readonly Position[] {
  const bends = index.legs.get(legKey(from.id, to.id))?.bends ?? [];
  return [from.coordinates, ...bends, to.coordinates];
}
