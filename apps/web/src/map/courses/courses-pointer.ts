import type { MapMouseEvent, MapTouchEvent, Point } from 'maplibre-gl';
import type { LngLat, MapView } from '../map-view.ts';
import { capturePointer } from '../pointer-capture.ts';
import { type CourseHit, type CourseTargets, findCourseHit } from './find-course-hit.ts';

/** Pixels around a symbol that count as a hit. */
const TOLERANCE = { mouse: 6, touch: 16 } as const;

export interface CoursePointer {
  /** What can be hit now. */
  readonly targets: () => CourseTargets;
  /** Whether a control is dragged instead of the map. */
  readonly canDrag: (hit: CourseHit) => boolean;
  readonly onClick: (hit: CourseHit | null, at: LngLat) => void;
  /** At most once a frame while a control or a leg is dragged. */
  readonly onDrag: (hit: CourseHit, at: LngLat) => void;
  readonly onDrop: (hit: CourseHit, at: LngLat) => void;
  /** CSS cursor over a hit, or over the map. */
  readonly cursor: (hit: CourseHit | null) => string;
}

/** Clicks on, and drags, controls and legs; returns a function that stops it. Nothing else of the map reacts meanwhile. */
export function listenToCourses(view: MapView, pointer: CoursePointer): () => void {
  const { engine } = view;
  const release = capturePointer(view);
  let dragged: { readonly hit: CourseHit; moved: boolean; at: LngLat } | null = null;
  let frame = 0;

  const findHit = (point: Point, tolerance: number) => findCourseHit(pointer.targets(), point, tolerance);

  function start(event: MapMouseEvent | MapTouchEvent, tolerance: number): void {
    const hit = findHit(event.point, tolerance);
    if (hit === null || !pointer.canDrag(hit)) return;
    // The map does not pan.
    event.preventDefault();
    dragged = { hit, moved: false, at: view.unproject(event.point) };
  }

  function move(event: MapMouseEvent | MapTouchEvent): void {
    if (dragged === null) return;
    dragged.moved = true;
    dragged.at = view.unproject(event.point);
    if (frame === 0) frame = requestAnimationFrame(drag);
  }

  function drag(): void {
    frame = 0;
    if (dragged !== null) pointer.onDrag(dragged.hit, dragged.at);
  }

  function end(): void {
    if (dragged === null) return;
    const { hit, moved, at } = dragged;
    dragged = null;
    cancelAnimationFrame(frame);
    frame = 0;
    if (moved) pointer.onDrop(hit, at);
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
