import type { GeoJSONSourceDiff } from 'maplibre-gl';
import { COURSES, coursesOnBase, coursesOnPaper } from '../layers/courses.ts';
import type { MapView } from '../map-view.ts';
import { createOverprintFeatures, type OverprintDrawing } from './overprint-diff.ts';
import { runInSlices } from './run-in-slices.ts';

/** User Timing mark (W3C): the map has the last drawing. `bench planner` reads it. */
const DRAWN_MARK = 'wakeline:courses-drawn';

export interface CoursesOnMap {
  /** Replaces the drawing. While the map applies one, only the last one waits. */
  draw(drawing: OverprintDrawing): void;
  remove(): void;
}

export interface CoursesOptions {
  /** They are on a map of their event instead of the base map. */
  readonly onPaper: boolean;
  readonly onError: (error: unknown) => void;
}

/** Shows the overprint of courses on a map, and sends it only what changed. */
export function showCourses(view: MapView, { onPaper, onError }: CoursesOptions): CoursesOnMap {
  const hide = view.show(onPaper ? coursesOnPaper : coursesOnBase);
  const features = createOverprintFeatures();
  let waiting: OverprintDrawing | null = null;
  let isBusy = false;
  let isRemoved = false;

  async function apply(): Promise<void> {
    if (isBusy) return;
    isBusy = true;
    try {
      while (waiting !== null) {
        const steps = features.update(waiting);
        waiting = null;
        const difference = await new Promise<GeoJSONSourceDiff | null>((onDone, onError) => {
          runInSlices(steps, { onDone, onError });
        });
        if (isRemoved) return;
        if (difference !== null) await view.change(COURSES, difference);
      }
      performance.mark(DRAWN_MARK);
    } catch (error) {
      onError(error);
    } finally {
      isBusy = false;
    }
  }

  return {
    draw(drawing) {
      waiting = drawing;
      void apply();
    },
    remove() {
      waiting = null;
      isRemoved = true;
      hide();
    },
  };
}
