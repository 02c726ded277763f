import { addControl, addVisit, changeControl, changeLeg } from '@wakeline/domain/courses/edit-controls';
import { applyEdits, type EventEdit } from '@wakeline/domain/courses/edits';
import type { Control, ControlKind, SpecialKind } from '@wakeline/domain/courses/event';
import { legKey } from '@wakeline/domain/courses/event-index';
import { lineDistance } from '@wakeline/domain/courses/line-distance';
import type { Position } from '@wakeline/domain/fences/fence-shape';
import type { CourseHit } from '../../../../map/courses/find-course-hit.ts';
import { newId } from '../new-id.ts';
import { type PlannerContextValue, usePlanner } from '../planner-context.ts';
import type { PlannerState, PlannerTool } from '../planner-store.ts';

/** The points that tools place. */
const PLACED: Partial<
  Record<PlannerTool, { readonly kind: ControlKind; readonly special: SpecialKind | null }>
> = {
  start: { kind: 'start', special: null },
  control: { kind: 'other', special: null },
  finish: { kind: 'finish', special: null },
  crossing: { kind: 'other', special: 'crossing-point' },
};

/** Millimetres on the map's paper that a new gap of a line is long. */
const GAP_LENGTH = 2;

/** What clicks and drags on the map do with the active tool. */
export interface MapActions {
  readonly click: (hit: CourseHit | null, at: Position) => void;
  /** The event while something is dragged to a position; null: it cannot be dragged. */
  readonly dragEdit: (hit: CourseHit, at: Position) => EventEdit | null;
  readonly drop: (hit: CourseHit, at: Position) => void;
}

export function useMapActions(): MapActions {
  const context = usePlanner();
  const { planner } = context;
  const actions = {
    click: (hit: CourseHit | null, at: Position) => clicked(context, hit, at),
    dragEdit: (hit: CourseHit, at: Position) => dragEdit(planner.store.getState(), hit, at),
    drop(hit: CourseHit, at: Position) {
      planner.run([dragEdit(planner.store.getState(), hit, at)]);
    },
  };
  return actions;
}

function clicked(context: PlannerContextValue, hit: CourseHit | null, at: Position): void {
  const { planner, canEdit } = context;
  const { tool } = planner.store.getState();
  const placed = PLACED[tool];
  if (canEdit && placed !== undefined && hit?.kind !== 'control') {
    place(context, placed, at);
  } else if (canEdit && placed !== undefined && hit?.kind === 'control') {
    append(context, hit.id);
  } else if (canEdit && tool === 'bend' && hit?.kind === 'leg') {
    planner.run([bendEdit(planner.store.getState(), hit, at)]);
  } else if (canEdit && tool === 'gap' && hit?.kind === 'leg') {
    planner.run([gapEdit(planner.store.getState(), hit, at)]);
  } else {
    const selection =
      hit === null
        ? null
        : hit.kind === 'control'
          ? hit
          : { kind: 'leg' as const, from: hit.from, to: hit.to };
    planner.store.setState({ selection });
  }
}

/** Adds a point and, if a course is displayed, a visit of it. */
function place(
  { planner, courseId }: PlannerContextValue,
  placed: { readonly kind: ControlKind; readonly special: SpecialKind | null },
  coordinates: Position,
): void {
  const { draft, insertAfter } = planner.store.getState();
  const { event } = draft;
  const id = newId();
  const added = addControl(event, { id, ...placed, coordinates });
  const course = event.courses.find((one) => one.id === courseId);
  const visitId = newId();
  const visit =
    course === undefined || added.after === null
      ? null
      : addVisit(applyEdits(event, [added]), course, {
          id: visitId,
          control: added.after,
          afterId: insertAfter,
        });
  planner.run([added, visit]);
  planner.store.setState({
    selection: { kind: 'control', id },
    ...(insertAfter !== null && visit !== null && { insertAfter: visitId }),
  });
}

/** Adds a visit of an existing control to the displayed course. */
function append({ planner, courseId }: PlannerContextValue, controlId: string): void {
  const { draft, insertAfter } = planner.store.getState();
  const { controls, courses } = draft.event;
  const control = controls.find(({ id }) => id === controlId);
  const course = courses.find(({ id }) => id === courseId);
  planner.store.setState({ selection: { kind: 'control', id: controlId } });
  if (control === undefined || course === undefined) return;
  const id = newId();
  planner.run([addVisit(draft.event, course, { id, control, afterId: insertAfter })]);
  if (insertAfter !== null) planner.store.setState({ insertAfter: id });
}

function findControl({ draft }: PlannerState, id: string): Control | undefined {
  return draft.event.controls.find((one) => one.id === id);
}

/** A dragged control moves; a dragged line gets a bend, or moves the bend that is nearest. */
function dragEdit(state: PlannerState, hit: CourseHit, at: Position): EventEdit | null {
  if (hit.kind === 'leg') return bendEdit(state, hit, at);
  const control = findControl(state, hit.id);
  return control === undefined ? null : changeControl(control, { coordinates: at });
}

function bendEdit(
  state: PlannerState,
  { from, to, segment }: Extract<CourseHit, { kind: 'leg' }>,
  at: Position,
): EventEdit | null {
  const { event } = state.draft;
  const bends = event.legs.find((leg) => leg.from === from && leg.to === to)?.bends ?? [];
  return changeLeg(event, { id: newId(), from, to }, { bends: bends.toSpliced(segment, 0, at) });
}

/** Interrupts a line around a position. */
function gapEdit(
  state: PlannerState,
  { from, to }: Extract<CourseHit, { kind: 'leg' }>,
  at: Position,
): EventEdit | null {
  const { event } = state.draft;
  const [start, end] = [findControl(state, from), findControl(state, to)];
  if (start === undefined || end === undefined) return null;
  const leg = event.legs.find((one) => legKey(one.from, one.to) === legKey(from, to));
  const line = [start.coordinates, ...(leg?.bends ?? []), end.coordinates];
  const along = (lineDistance(line, at) / event.mapScale) * 1_000;
  const gap = { start: Math.max(0, along - GAP_LENGTH / 2), length: GAP_LENGTH };
  return changeLeg(event, { id: newId(), from, to }, { gaps: [...(leg?.gaps ?? []), gap] });
}
