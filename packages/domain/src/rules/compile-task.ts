import type { CompiledRule, TaskGeometry } from './compile-rule.ts';
import type { Evaluator } from './evaluator.ts';
import { followLine, keepHeight } from './line-evaluators.ts';
import { reportInFlight } from './silent-plane.ts';
import { alert, shiftFrom, stayInArea } from './task-evaluators.ts';
import { TASK_CONDITIONS, type TaskConditionType, type TaskLine, type WatchTask } from './watch-task.ts';

interface NumberedCondition {
  readonly condition: number;
  readonly type: TaskConditionType;
  /** @param key of its memory */
  readonly evaluatorOf: (key: string) => Evaluator;
}

/** The key of the memory of a condition. Those of rules are numbers. */
export function taskKey(taskId: number, condition: number): string {
  return `t${taskId}.${condition}`;
}

/** The conditions of a task as rules. One that refers to a route or a fence that no longer exists is left out. */
export function compileTask(task: WatchTask, geometry: TaskGeometry): readonly CompiledRule[] {
  const { taskId, taskName, changedAt, execution } = task;
  return conditionsOf(task, geometry).map(({ condition, type, evaluatorOf }) => {
    const key = taskKey(taskId, condition);
    return {
      key,
      source: { kind: 'task', taskId, taskName, condition, type },
      version: changedAt,
      schedule: execution,
      replaces: [],
      evaluator: evaluatorOf(key),
    };
  });
}

function conditionsOf(
  { line, shiftRange, areas, alerts, changedAt, execution }: WatchTask,
  geometry: TaskGeometry,
): readonly NumberedCondition[] {
  const watchedSince = Math.max(changedAt, execution.from ?? 0);
  return [
    ...(line === null ? [] : lineConditions(line, geometry)),
    ...(shiftRange === null
      ? []
      : [
          {
            condition: TASK_CONDITIONS.shift,
            type: 'shift' as const,
            evaluatorOf: (key: string) => shiftFrom(key, shiftRange),
          },
        ]),
    ...areas.flatMap(({ fenceId, mode }, index): NumberedCondition[] => {
      const found = geometry.fenceOf(fenceId);
      if (found === undefined) return [];
      const { area, fenceName, groupId } = found;
      return [
        {
          condition: TASK_CONDITIONS.areas + index,
          type: mode === 'inside' ? 'stayInside' : 'stayOutside',
          evaluatorOf: (key) => stayInArea(key, mode, { fenceId, fenceName, groupId }, area),
        },
      ];
    }),
    {
      condition: TASK_CONDITIONS.silence,
      type: 'silence',
      evaluatorOf: () => reportInFlight(watchedSince),
    },
    ...alerts.map((condition, index) => ({
      condition: TASK_CONDITIONS.alerts + index,
      type: condition.type,
      evaluatorOf: (key: string) => alert(key, condition),
    })),
  ];
}

function lineConditions(
  { routeId, limit, lowest, highest }: TaskLine,
  geometry: TaskGeometry,
): readonly NumberedCondition[] {
  const route = geometry.taskRouteOf(routeId);
  if (route === undefined) return [];
  const conditions: NumberedCondition[] = [];
  if (limit > 0) {
    const evaluatorOf = (key: string) => followLine(key, route, limit);
    conditions.push({ condition: TASK_CONDITIONS.line, type: 'line', evaluatorOf });
  }
  if (lowest !== null) {
    const evaluatorOf = (key: string) => keepHeight(key, route, 'lineBelow', lowest);
    conditions.push({ condition: TASK_CONDITIONS.lowest, type: 'lineBelow', evaluatorOf });
  }
  if (highest !== null) {
    const evaluatorOf = (key: string) => keepHeight(key, route, 'lineAbove', highest);
    conditions.push({ condition: TASK_CONDITIONS.highest, type: 'lineAbove', evaluatorOf });
  }
  return conditions;
}
