import type { MapMouseEvent, MapTouchEvent, Point } from 'maplibre-gl';
import type { LngLat, MapView } from '../map-view.ts';
import { capturePointer } from '../pointer-capture.ts';
import { type CourseHit, type CourseTargets, findCourseHit } from './find-course-hit.ts';

type Pixel = CourseHit['at'];

/** Pixels around a symbol that count as a hit. */
const TOLERANCE = { mouse: 6, touch: 16 } as const;

export interface CoursePointer {
  /** What can be hit now. */
  readonly targets: () => CourseTargets;
  /** Whether it is dragged instead of the map. */
  readonly canDrag: (hit: CourseHit) => boolean;
  readonly onClick: (hit: CourseHit | null, at: LngLat) => void;
  /** At most once a frame while something is dragged. */
  readonly onDrag: (drag: CourseDrag) => void;
  readonly onDrop: (drag: CourseDrag) => void;
  /** CSS cursor over a hit, or over the map. */
  readonly cursor: (hit: CourseHit | null) => string;
}

/** A drag of what was hit. */
export interface CourseDrag {
  readonly hit: CourseHit;
  /** The pointer at the beginning and now. */
  readonly from: LngLat;
  readonly pointer: LngLat;
  /** Where the center of what was hit is now: it does not jump to the pointer. */
  readonly center: LngLat;
}

/** Clicks on, and drags, controls and legs; returns a function that stops it. Nothing else of the map reacts meanwhile. */
export function listenToCourses(view: MapView, pointer: CoursePointer): () => void {
  const { engine } = view;
  const release = capturePointer(view);
  let dragged: { readonly hit: CourseHit; readonly start: Pixel; at: Pixel | null } | null = null;
  let frame = 0;

  const findHit = (point: Point, tolerance: number) => findCourseHit(pointer.targets(), point, tolerance);

  function start(event: MapMouseEvent | MapTouchEvent, tolerance: number): void {
    const hit = findHit(event.point, tolerance);
    if (hit === null || !pointer.canDrag(hit)) return;
    // The map does not pan.
    event.preventDefault();
    dragged = { hit, start: event.point, at: null };
  }

  function move({ point }: MapMouseEvent | MapTouchEvent): void {
    if (dragged === null) return;
    dragged.at = point;
    if (frame === 0) frame = requestAnimationFrame(drag);
  }

  /** The current drag; null: the pointer has not moved. */
  function currentDrag(): CourseDrag | null {
    if (dragged === null || dragged.at === null) return null;
    const { hit, start: pressed, at } = dragged;
    const center = { x: hit.at.x + at.x - pressed.x, y: hit.at.y + at.y - pressed.y };
    return {
      hit,
      from: view.unproject(pressed),
      pointer: view.unproject(at),
      center: view.unproject(center),
    };
  }

  function drag(): void {
    frame = 0;
    const current = currentDrag();
    if (current !== null) pointer.onDrag(current);
  }

  function end(): void {
    const ended = currentDrag();
    dragged = null;
    cancelAnimationFrame(frame);
    frame = 0;
    if (ended !== null) pointer.onDrop(ended);
  }

  function hover({ point }: MapMouseEvent): void {
    if (dragged !== null) return;
    engine.getCanvasContainer().style.cursor = pointer.cursor(findHit(point, TOLERANCE.mouse));
  }

  const subscriptions = [
    engine.on('mousedown', (event) => event.originalEvent.button === 0 && start(event, TOLERANCE.mouse)),
    engine.on('touchstart', (event) => start(event, TOLERANCE.touch)),
    engine.on('mousemove', (event) => {
      move(event);
      hover(event);
    }),
    engine.on('touchmove', move),
    engine.on('touchend', end),
    engine.on('click', (event) => {
      const isTouch = 'pointerType' in event.originalEvent && event.originalEvent.pointerType === 'touch';
      pointer.onClick(
        findHit(event.point, isTouch ? TOLERANCE.touch : TOLERANCE.mouse),
        view.unproject(event.point),
      );
    }),
  ];
  // The button may be released outside of the map.
  addEventListener('mouseup', end);
  // Two quick clicks add two controls.
  engine.doubleClickZoom.disable();
  return () => {
    for (const subscription of subscriptions) subscription.unsubscribe();
    removeEventListener('mouseup', end);
    cancelAnimationFrame(frame);
    engine.doubleClickZoom.enable();
    engine.getCanvasContainer().style.cursor = '';
    release();
  };
}
