import { useEffect } from 'react';
import { TASK_AREAS, TASK_LINES, TASK_POINTS, tasks as tasksOverlay } from '../layers/tasks.ts';
import type { MapView } from '../map-view.ts';
import { type DrawnTask, taskFeatures } from './task-features.ts';

/** Draws what tasks watch. */
export function useTasksOnMap(view: MapView | null, tasks: readonly DrawnTask[]): void {
  useEffect(() => view?.show(tasksOverlay), [view]);
  useEffect(() => {
    if (view === null) return;
    const { lines, areas, points } = taskFeatures(tasks);
    void Promise.all([
      view.setFeatures(TASK_LINES, lines),
      view.setFeatures(TASK_AREAS, areas),
      view.setFeatures(TASK_POINTS, points),
    ]).catch((error: unknown) => reportError(error));
  }, [view, tasks]);
}
