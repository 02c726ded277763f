import { applyEdits } from '@wakeline/domain/courses/edits';
import type { Course } from '@wakeline/domain/courses/event';
import { indexEvent } from '@wakeline/domain/courses/event-index';
import { type CourseVariation, variations } from '@wakeline/domain/courses/variations';
import type { Position } from '@wakeline/domain/fences/fence-shape';
import { useEffect, useRef } from 'react';
import { showCourses } from '../../../../map/courses/courses-on-map.ts';
import { type CourseDrag, listenToCourses } from '../../../../map/courses/courses-pointer.ts';
import type { CourseHit, CourseTargets } from '../../../../map/courses/find-course-hit.ts';
import type { OverprintDrawing } from '../../../../map/courses/overprint-diff.ts';
import type { LngLat, MapView } from '../../../../map/map-view.ts';
import { boundsOf } from '../../../../map/objects/bounds-of.ts';
import { useEventMaps } from '../../../../parts/layers/use-event-maps.ts';
import { useCourse, useEventIndex, usePlanner, usePlannerState } from '../planner-context.ts';
import type { PlannerSelection, PlannerTool } from '../planner-store.ts';
import { courseTargets } from './course-targets.ts';
import { type DisplayedPlan, type DrawnPlan, previewOnMap } from './plan-on-map.ts';
import { useDrawnPlan } from './use-drawn-plan.ts';
import { type MapDrag, useMapActions } from './use-map-actions.ts';

const PLACING: ReadonlySet<PlannerTool> = new Set(['start', 'control', 'finish', 'crossing']);

interface CoursesOnMapProps {
  readonly view: MapView;
  /** Null: all variations. */
  readonly variation: CourseVariation | null;
  /** The user places a control where the map shows more than an event can cover. */
  readonly onTooFar: () => void;
}

/** Below this zoom a pixel is more than 30 m, so a click cannot mean a control. */
const MIN_PLACING_ZOOM = 11;

/** The overprint of the displayed course on the map, and what the pointer does with it. */
export function CoursesOnMap({ view, variation, onTooFar }: CoursesOnMapProps) {
  const { planner, canEdit } = usePlanner();
  const index = useEventIndex();
  const course = useCourse();
  const selection = usePlannerState((state) => state.selection);
  const actions = useMapActions();
  const plan = useDrawnPlan(index, course, variation);

  const onPaper = index.event.map !== null;
  const drawing = useRef<ReturnType<typeof showCourses>>(null);
  useEffect(() => {
    const created = showCourses(view, { onPaper, onError: reportError });
    drawing.current = created;
    return created.remove;
  }, [view, onPaper]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another overlay has no features yet
  useEffect(() => {
    if (plan !== null) drawing.current?.draw(drawingOf(plan, selection));
  }, [view, onPaper, plan, selection]);

  const latest = useRef({ plan, actions, index, course, variation, onTooFar });
  latest.current = { plan, actions, index, course, variation, onTooFar };
  useEffect(
    () =>
      listenToCourses(view, {
        targets() {
          const { plan: drawn, index: current } = latest.current;
          return drawn === null ? NO_TARGETS : courseTargets(view, drawn, current.event.controls);
        },
        canDrag: (hit) => latest.current.actions.canDrag(hit),
        onClick(hit, at) {
          const isPlacing = hit === null && PLACING.has(planner.store.getState().tool);
          if (canEdit && isPlacing && view.engine.getZoom() < MIN_PLACING_ZOOM) latest.current.onTooFar();
          else latest.current.actions.click(hit, toPosition(at));
        },
        onDrag(drag) {
          const edit = latest.current.actions.dragEdit(toMapDrag(drag));
          if (edit === null) return;
          const { plan: drawn, course: displayed, variation: one } = latest.current;
          // The overprint of the last edit is not complete: the preview is based on it.
          if (drawn === null || !isDrawn(latest.current, drawn)) return;
          const moved = indexEvent(applyEdits(latest.current.index.event, [edit]));
          const movedCourse = moved.event.courses.find(({ id }) => id === displayed?.id) ?? null;
          const displayedNow = {
            index: moved,
            course: movedCourse,
            variation: movedCourse === null || one === null ? null : variationOf(movedCourse, one.code),
          };
          const movedPlan = previewOnMap(displayedNow, drawn, controlsOf(drag.hit));
          drawing.current?.draw(drawingOf(movedPlan, planner.store.getState().selection));
        },
        onDrop: (drag) => latest.current.actions.drop(toMapDrag(drag)),
        cursor(hit) {
          const { tool } = planner.store.getState();
          if (hit !== null) return CURSORS[hit.kind];
          return canEdit && PLACING.has(tool) ? 'crosshair' : '';
        },
      }),
    [view, planner, canEdit],
  );

  // The map opens where the controls are, or without any at the map of the event.
  const { controls, map } = index.event;
  const maps = useEventMaps();
  const mapBounds = maps.find(({ kind, id }) => kind === map?.kind && id === map.id)?.bounds ?? null;
  /** `controls`, or the map that was fitted. */
  const fitted = useRef('');
  useEffect(() => {
    if (fitted.current === 'controls') return;
    const bounds = boundsOf(controls.map(({ coordinates: [lng, lat] }) => [lng, lat]));
    const key = bounds === null ? `${map?.kind} ${map?.id}` : 'controls';
    const area = bounds ?? mapBounds;
    if (area === null || fitted.current === key) return;
    // Controls that are placed on a fitted map do not move it.
    if (bounds === null || fitted.current === '') view.fit(area);
    fitted.current = key;
  }, [view, controls, map, mapBounds]);
  return null;
}

function toPosition({ lng, lat }: LngLat): Position {
  return [lng, lat];
}

function toMapDrag({ hit, from, pointer, center }: CourseDrag): MapDrag {
  return { hit, from: toPosition(from), pointer: toPosition(pointer), center: toPosition(center) };
}

const NO_TARGETS: CourseTargets = { controls: [], numbers: [], legs: [] };

const CURSORS: Readonly<Record<CourseHit['kind'], string>> = {
  control: 'move',
  number: 'grab',
  leg: 'pointer',
};

/** Whether a drawing is that of what is displayed now. */
function isDrawn({ index, course, variation }: DisplayedPlan, { displayed }: DrawnPlan): boolean {
  return displayed.index === index && displayed.course === course && displayed.variation === variation;
}

/** The controls whose symbols, number or legs a drag changes. */
function controlsOf(hit: CourseHit): ReadonlySet<string> {
  if (hit.kind === 'leg') return new Set([hit.from, hit.to]);
  return new Set([hit.kind === 'control' ? hit.id : hit.control]);
}

/** The variation of a changed course with the same branches. */
function variationOf(course: Course, code: string): CourseVariation | null {
  return variations(course).list.find((one) => one.code === code) ?? null;
}

function drawingOf(plan: DrawnPlan, selection: PlannerSelection | null): OverprintDrawing {
  const { overprint, others, origin, printScale } = plan;
  return {
    parts: [...(others === null ? [] : [{ overprint: others, muted: true }]), { overprint, muted: false }],
    ...{ origin, printScale },
    selected:
      selection === null
        ? null
        : selection.kind === 'control'
          ? selection.id
          : `${selection.from} ${selection.to}`,
  };
}
