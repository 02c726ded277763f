import type { TaskGeometryResult } from '@wakeline/contract/aviation/task-geometry';
import type { WatchTask } from '@wakeline/contract/aviation/watch-tasks';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { toFenceShape } from '../../../map/objects/fence-shape.ts';
import { DEVICE_COLOURS } from '../../../map/replay/device-marker-style.ts';
import type { DrawnTask } from '../../../map/tasks/task-features.ts';

/** The colour of a task by its place among the chosen ones. */
export function colorOf(index: number): string {
  return DEVICE_COLOURS[index % DEVICE_COLOURS.length] ?? DEVICE_COLOURS[0];
}

/** The chosen tasks as the map draws them, by task. */
export function useDrawnTasks(
  tasks: readonly WatchTask[],
  geometries: ReadonlyMap<number, TaskGeometryResult>,
): ReadonlyMap<number, DrawnTask> {
  const { t } = useTranslation('taskTracking');
  return useMemo(
    () =>
      new Map(
        tasks.flatMap((task, index) => {
          const geometry = geometries.get(task.taskId);
          if (geometry === undefined) return [];
          const areaName = (mode: 'inside' | 'outside', name: string) => t(`area.${mode}`, { name });
          return [[task.taskId, drawn(task, geometry, colorOf(index), areaName)] as const];
        }),
      ),
    [tasks, geometries, t],
  );
}

function drawn(
  { line, shiftRange }: WatchTask,
  geometry: TaskGeometryResult,
  color: string,
  areaName: (mode: 'inside' | 'outside', name: string) => string,
): DrawnTask {
  return {
    color,
    line:
      geometry.line === null
        ? null
        : {
            name: geometry.line.routeName,
            points: geometry.line.points,
            limit: line?.limit ?? 0,
            waypoints: geometry.line.waypoints.map((point, index) => ({
              ...point,
              name: point.name || String(index + 1),
            })),
          },
    areas: geometry.areas.flatMap(({ fenceName, mode, ...stored }) => {
      const shape = toFenceShape(stored);
      return shape === null ? [] : [{ name: areaName(mode, fenceName), shape, mode }];
    }),
    circles: geometry.devices.flatMap(({ shiftOrigin }) =>
      shiftOrigin === null || shiftRange === null
        ? []
        : [
            {
              center: [shiftOrigin.longitude, shiftOrigin.latitude] as const,
              radius: shiftRange,
            },
          ],
    ),
  };
}
