import { addControl, addVisit, changeControl } from '@wakeline/domain/courses/edit-controls';
import {
  addBend,
  cutCircle,
  cutLeg,
  moveBend,
  numberOffset,
  placeNumber,
} from '@wakeline/domain/courses/edit-symbols';
import { applyEdits, type EventEdit } from '@wakeline/domain/courses/edits';
import type { ControlKind, SpecialKind } from '@wakeline/domain/courses/event';
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

/** A drag on the map with WGS-84 positions: of the pointer at its beginning and now, and of the center of what was hit. */
export interface MapDrag {
  readonly hit: CourseHit;
  readonly from: Position;
  readonly pointer: Position;
  readonly center: Position;
}

/** What clicks and drags on the map do with the active tool. */
export interface MapActions {
  readonly click: (hit: CourseHit | null, at: Position) => void;
  /** Whether the active tool drags what was hit. */
  readonly canDrag: (hit: CourseHit) => boolean;
  /** The change so far of something that is dragged; null: it cannot be dragged. */
  readonly dragEdit: (drag: MapDrag) => EventEdit | null;
  readonly drop: (drag: MapDrag) => void;
}

export function useMapActions(): MapActions {
  const context = usePlanner();
  const { planner, canEdit, courseId } = context;
  const edit = (drag: MapDrag) => dragEdit(planner.store.getState(), courseId, drag);
  return {
    click: (hit, at) => clicked(context, hit, at),
    canDrag: (hit) => canEdit && DRAGGED[planner.store.getState().tool].includes(hit.kind),
    dragEdit: edit,
    drop: (drag) => planner.run([edit(drag)]),
  };
}

/** What each tool drags. */
const MOVED = ['control', 'number'] as const;
const DRAGGED: Readonly<Record<PlannerTool, readonly CourseHit['kind'][]>> = {
  ...{ select: MOVED, start: MOVED, control: MOVED, finish: MOVED, crossing: MOVED },
  bend: ['leg'],
  gap: ['leg', 'control'],
};

function clicked(context: PlannerContextValue, hit: CourseHit | null, at: Position): void {
  const { planner, canEdit } = context;
  const { tool } = planner.store.getState();
  const placed = PLACED[tool];
  const controlId =
    hit === null ? null : hit.kind === 'control' ? hit.id : hit.kind === 'number' ? hit.control : null;
  if (canEdit && placed !== undefined) {
    if (controlId === null) place(context, placed, at);
    else append(context, controlId);
    return;
  }
  if (canEdit && hit !== null && (tool === 'bend' || tool === 'gap')) {
    const isNewBend = tool === 'bend' && hit.kind === 'leg' && hit.bend === null;
    if (isNewBend || (tool === 'gap' && hit.kind !== 'number')) {
      const drag = { hit, from: at, pointer: at, center: at };
      planner.run([dragEdit(planner.store.getState(), context.courseId, drag)]);
    }
  }
  planner.store.setState({ selection: selectionOf(hit) });
}

function selectionOf(hit: CourseHit | null): PlannerState['selection'] {
  if (hit === null) return null;
  if (hit.kind === 'leg') return { kind: 'leg', from: hit.from, to: hit.to };
  return { kind: 'control', id: hit.kind === 'control' ? hit.id : hit.control };
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

/**
 * A dragged control or number moves. With the tool for bends, a dragged line gets a bend, and a bend moves; with the tool for
 * gaps, what the pointer passes is interrupted.
 */
function dragEdit(
  { draft: { event }, tool }: PlannerState,
  courseId: string | null,
  { hit, from, pointer, center }: MapDrag,
): EventEdit | null {
  if (hit.kind === 'number') {
    const visit = hit.visit === null || courseId === null ? null : { course: courseId, id: hit.visit };
    const owner = { control: hit.control, visit };
    return placeNumber(event, owner, numberOffset(event, owner, center));
  }
  if (hit.kind === 'leg') {
    const ends = { id: newId(), from: hit.from, to: hit.to };
    if (tool === 'gap') return cutLeg(event, ends, [from, pointer]);
    return hit.bend === null
      ? addBend(event, ends, hit.segment, center)
      : moveBend(event, ends, hit.bend, center);
  }
  const control = event.controls.find(({ id }) => id === hit.id);
  if (control === undefined) return null;
  return tool === 'gap'
    ? cutCircle(event, control, [from, pointer])
    : changeControl(control, { coordinates: center });
}
