import { MAX_TASK_WAYPOINTS, type TaskGeometryResult } from '@wakeline/contract/aviation/task-geometry';
import { taskKey } from '@wakeline/domain/rules/compile-task';
import type { Origin } from '@wakeline/domain/rules/rule-memory';
import { TASK_CONDITIONS } from '@wakeline/domain/rules/watch-task';
import type { TrackerMemory } from '@wakeline/domain/tracker-state/tracker-state';
import { readTailNumbers } from '../../aviation/carrying-planes.ts';
import { fieldsOf, readTask, type WatchTaskRow } from '../../aviation/watch-tasks.ts';
import type { Db } from '../../db/database.ts';
import { readFenceBatches, toFenceForm } from '../../fences/fences.ts';
import type { Handlers } from '../../http/handler.ts';
import { accountScope } from '../../identity/scope.ts';
import { readRouteLines } from '../../rules/rule-references.ts';
import { readMemories } from '../../trackers/read.ts';

type Geometry = TaskGeometryResult;

export function taskGeometryHandlers({ db }: { readonly db: Db }): Pick<Handlers, 'queryTaskGeometry'> {
  return {
    async queryTaskGeometry({ taskId }, caller) {
      const row = await readTask(db, caller, taskId);
      return {
        line: await readLine(db, row),
        areas: await readAreas(db, row),
        devices: await readDevices(db, row),
      };
    },
  };
}

async function readLine(db: Db, { account_id: accountId, line }: WatchTaskRow): Promise<Geometry['line']> {
  const [route] = line === null ? [] : await readRouteLines(db, accountId, [line.routeId]);
  if (route === undefined) return null;
  const points = route.data_points.map(([lng, lat]): [number, number] => [lng, lat]);
  return {
    routeName: route.name,
    points,
    waypoints: route.flags.length > 0 ? route.flags : drawnPoints(points),
  };
}

function drawnPoints(points: readonly [number, number][]): NonNullable<Geometry['line']>['waypoints'] {
  const isDrawn = points.length <= MAX_TASK_WAYPOINTS;
  return points
    .filter((_, at) => isDrawn || at === 0 || at === points.length - 1)
    .map(([lng, lat]) => ({ lng, lat, name: '' }));
}

async function readAreas(db: Db, row: WatchTaskRow): Promise<Geometry['areas']> {
  const { areas } = fieldsOf(row);
  const modes = new Map(areas.map(({ fenceId, mode }) => [fenceId, mode]));
  const found: Geometry['areas'] = [];
  for await (const fences of readFenceBatches(db, accountScope(row.account_id), [...modes.keys()])) {
    for (const fence of fences) {
      const { fenceName, fenceType, fenceData } = toFenceForm(fence);
      const mode = modes.get(fence.fence_id);
      if (mode !== undefined) found.push({ fenceId: fence.fence_id, fenceName, fenceType, fenceData, mode });
    }
  }
  return found;
}

async function readDevices(db: Db, row: WatchTaskRow): Promise<Geometry['devices']> {
  const { account_id: accountId, tracker_ids: trackerIds } = row;
  const tailNumbers = await readTailNumbers(db, accountId, trackerIds);
  const memories = await readMemories(db, accountId, trackerIds);
  return trackerIds.map((trackerId) => {
    const memory = memories.get(trackerId);
    return {
      trackerId,
      tailNumber: tailNumbers.get(trackerId) ?? '',
      shiftOrigin: placeOf(memoryOf(row, memory, TASK_CONDITIONS.shift)?.origin),
      linePosition: linePositionOf(memoryOf(row, memory, TASK_CONDITIONS.line)?.line),
    };
  });
}

/** What a condition of the task keeps of a device; undefined: nothing since the task started. */
function memoryOf(row: WatchTaskRow, memory: TrackerMemory | undefined, condition: number) {
  const stored = memory?.rules?.[taskKey(row.task_id, condition)];
  return stored?.version === row.changed_at.getTime() ? stored.state : undefined;
}

function placeOf(origin: Origin | undefined): Geometry['devices'][number]['shiftOrigin'] {
  return origin === undefined ? null : { latitude: origin.latitude, longitude: origin.longitude };
}

type LineState = NonNullable<ReturnType<typeof memoryOf>>['line'];

function linePositionOf(state: LineState): Geometry['devices'][number]['linePosition'] {
  if (state === undefined) return null;
  const { latitude, longitude, time, along, leg } = state;
  return { latitude, longitude, time, along, leg };
}
