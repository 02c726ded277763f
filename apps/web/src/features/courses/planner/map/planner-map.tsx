import { applyEdits } from '@wakeline/domain/courses/edits';
import { indexEvent } from '@wakeline/domain/courses/event-index';
import type { CourseVariation } from '@wakeline/domain/courses/variations';
import type { Position } from '@wakeline/domain/fences/fence-shape';
import { useEffect, useMemo, useRef } from 'react';
import { listenToCourses } from '../../../../map/courses/courses-pointer.ts';
import { overprintFeatures } from '../../../../map/courses/overprint-features.ts';
import { COURSES, courses } from '../../../../map/layers/courses.ts';
import type { LngLat, MapView } from '../../../../map/map-view.ts';
import { boundsOf } from '../../../../map/objects/bounds-of.ts';
import { useCourse, useEventIndex, usePlanner, usePlannerState } from '../planner-context.ts';
import type { PlannerSelection, PlannerTool } from '../planner-store.ts';
import { type DrawnPlan, planOnMap } from './plan-on-map.ts';
import { useEventMaps } from './use-event-maps.ts';
import { useMapActions } from './use-map-actions.ts';

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
  const plan = useMemo(() => planOnMap(index, { course, variation }), [index, course, variation]);

  useEffect(() => view.show(courses), [view]);
  useEffect(() => draw(view, plan, selection), [view, plan, selection]);

  const latest = useRef({ plan, actions, index, course, variation, onTooFar });
  latest.current = { plan, actions, index, course, variation, onTooFar };
  useEffect(
    () =>
      listenToCourses(view, {
        targets() {
          const { plan: drawn, index: all } = latest.current;
          const pixels = (position: Position) => view.project({ lng: position[0], lat: position[1] });
          const radius = radiusOf(view, drawn);
          return {
            controls: all.event.controls.map(({ id, coordinates }) => ({
              id,
              at: pixels(coordinates),
              radius,
            })),
            legs: drawn.legs.map(({ from, to, line }) => ({ from, to, line: line.map(pixels) })),
          };
        },
        canDrag: (hit) =>
          canEdit &&
          (hit.kind === 'control'
            ? planner.store.getState().tool !== 'bend'
            : planner.store.getState().tool === 'bend'),
        onClick(hit, at) {
          const isPlacing = hit === null && PLACING.has(planner.store.getState().tool);
          if (canEdit && isPlacing && view.engine.getZoom() < MIN_PLACING_ZOOM) latest.current.onTooFar();
          else latest.current.actions.click(hit, toPosition(at));
        },
        onDrag(hit, at) {
          const edit = latest.current.actions.dragEdit(hit, toPosition(at));
          if (edit === null) return;
          const { course: displayed, variation: one } = latest.current;
          const moved = indexEvent(applyEdits(latest.current.index.event, [edit]));
          const movedCourse = moved.event.courses.find(({ id }) => id === displayed?.id) ?? null;
          draw(
            view,
            planOnMap(moved, { course: movedCourse, variation: one }),
            planner.store.getState().selection,
          );
        },
        onDrop: (hit, at) => latest.current.actions.drop(hit, toPosition(at)),
        cursor(hit) {
          const { tool } = planner.store.getState();
          if (hit !== null) return hit.kind === 'control' ? 'move' : 'pointer';
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

function draw(view: MapView, plan: DrawnPlan, selection: PlannerSelection | null): void {
  const style = {
    plane: plan.plane,
    printScale: plan.printScale,
    selected:
      selection === null
        ? null
        : selection.kind === 'control'
          ? selection.id
          : `${selection.from} ${selection.to}`,
  };
  const features = [
    ...(plan.others === null ? [] : overprintFeatures(plan.others, { ...style, muted: true }).features),
    ...overprintFeatures(plan.overprint, { ...style, muted: false }).features,
  ];
  view
    .setFeatures(COURSES, { type: 'FeatureCollection', features })
    .catch((error: unknown) => reportError(error));
}

/** Radius of a control circle in pixels of the map. */
function radiusOf(view: MapView, { plane, overprint }: DrawnPlan): number {
  const pixels = (x: number) => {
    const [lng, lat] = plane.toPosition({ x, y: 0 });
    return view.project({ lng, lat });
  };
  const [center, edge] = [pixels(0), pixels(overprint.dimensions.circleDiameter / 2)];
  return Math.hypot(edge.x - center.x, edge.y - center.y);
}
