import type { EventFence } from '../events/tracker-event.ts';
import type { Area } from '../fences/area.ts';
import { nearestLongitude } from '../fences/nearest-longitude.ts';
import type { Coordinates } from '../geo/great-circle.ts';
import type { NoticeType } from '../notices/notice-type.ts';
import type { OverspeedPlace, OverspeedSource } from '../overspeed/overspeed.ts';
import type { Evaluator } from './evaluator.ts';
import { deviation, idling, lowBattery, shift, started, stay, stopped } from './held-evaluators.ts';
import type { TaskRoute } from './line-evaluators.ts';
import { climb, deviceAlarm, noData, offline } from './other-evaluators.ts';
import { type IsInArea, overspeed } from './overspeed-evaluator.ts';
import { clockIn, fence, type RulePlace, safe } from './place-evaluators.ts';
import type { RouteLine } from './route-line.ts';
import { type ConditionOf, type Rule, type RuleArea, replacedNotices } from './rule.ts';
import type { InstantRange, WeekSchedule } from './schedule.ts';
import type { TaskConditionType } from './watch-task.ts';

/** What makes the events and notices of a compiled rule: a rule, or a condition of a task. */
export type RuleSource =
  | { readonly kind: 'rule'; readonly ruleId: number; readonly ruleName: string }
  | {
      readonly kind: 'task';
      readonly taskId: number;
      readonly taskName: string;
      /** Its number in the task. */
      readonly condition: number;
      readonly type: TaskConditionType;
    };

/** A rule or a condition of a task, ready to be applied. */
export interface CompiledRule {
  /** Of its memory. */
  readonly key: string;
  readonly source: RuleSource;
  /** Of its memory: a changed rule starts without. */
  readonly version: number;
  readonly schedule: WeekSchedule | InstantRange | null;
  /** See `replacedNotices`. */
  readonly replaces: readonly NoticeType[];
  readonly evaluator: Evaluator;
  /** Of a speed limit. */
  readonly overspeed?: OverspeedSource;
}

/** The map objects of the account that rules refer to; undefined: it no longer exists. */
export interface RuleGeometry {
  fenceOf(fenceId: number): (EventFence & { readonly area: Area }) | undefined;
  lineOf(routeId: number): RouteLine | undefined;
  pointOf(labelPointId: number): Coordinates | undefined;
}

/** The map objects that tasks refer to. */
export interface TaskGeometry extends Pick<RuleGeometry, 'fenceOf'> {
  taskRouteOf(routeId: number): TaskRoute | undefined;
}

/** Null: it refers to a map object that no longer exists, so it never applies. */
export function compileRule(rule: Rule, geometry: RuleGeometry): CompiledRule | null {
  const { ruleId, ruleName, changedAt: version, condition, schedule } = rule;
  const evaluator = evaluatorOf(rule, geometry);
  if (evaluator === null) return null;
  const source = { kind: 'rule', ruleId, ruleName } as const;
  const compiled = { key: `${ruleId}`, source, version, schedule, replaces: replacedNotices(condition) };
  if (condition.type !== 'overspeed') return { ...compiled, evaluator };
  return { ...compiled, evaluator, overspeed: overspeedSourceOf(rule, condition, geometry) };
}

function overspeedSourceOf(
  { ruleId, ruleName: name }: Rule,
  { area }: ConditionOf<'overspeed'>,
  geometry: RuleGeometry,
): OverspeedSource {
  return { ruleId, name, place: area === null ? null : placeOfArea(area, geometry) };
}

function placeOfArea(area: RuleArea, geometry: RuleGeometry): OverspeedPlace {
  if (area.kind === 'route') return { kind: 'route', routeId: area.routeId };
  const { fenceId } = area;
  return { kind: 'fence', fence: { fenceId, fenceName: geometry.fenceOf(fenceId)?.fenceName ?? '' } };
}

function evaluatorOf(rule: Rule, geometry: RuleGeometry): Evaluator | null {
  const { condition, changedAt } = rule;
  switch (condition.type) {
    case 'overspeed': {
      const isInArea = condition.area === null ? null : areaCheck(condition.area, geometry);
      if (isInArea === undefined) return null;
      return overspeed(condition, isInArea, overspeedSourceOf(rule, condition, geometry));
    }
    case 'deviation': {
      const line = geometry.lineOf(condition.routeId);
      return line === undefined ? null : deviation(condition, line);
    }
    case 'lowBattery':
      return lowBattery(condition);
    case 'offline':
      return offline(condition);
    case 'started':
      return started();
    case 'stopped':
      return stopped();
    case 'stay':
      return stay(condition);
    case 'idling':
      return idling(condition);
    case 'deviceAlarm':
      return deviceAlarm(condition);
    case 'fence': {
      const { fenceIds } = condition;
      if (fenceIds?.every((fenceId) => geometry.fenceOf(fenceId) === undefined)) return null;
      return fence(condition, (fenceId) => eventFenceOf(geometry.fenceOf(fenceId)), changedAt);
    }
    case 'shift':
      return shift(condition);
    case 'climb':
      return climb(condition);
    case 'clockIn': {
      const place = placeOf(condition, geometry);
      return place === undefined ? null : clockIn(place);
    }
    case 'safe': {
      const place = placeOf(condition, geometry);
      return place === undefined ? null : safe(place);
    }
    case 'noData':
      return noData(condition);
  }
}

function eventFenceOf(fence: EventFence | undefined): EventFence | undefined {
  if (fence === undefined) return undefined;
  const { fenceId, fenceName, groupId } = fence;
  return { fenceId, fenceName, groupId };
}

function placeOf(
  { labelPointId, metres }: ConditionOf<'clockIn' | 'safe'>,
  geometry: RuleGeometry,
): RulePlace | undefined {
  const point = geometry.pointOf(labelPointId);
  return point && { latitude: point.latitude, longitude: point.longitude, radius: metres };
}

function areaCheck(area: RuleArea, geometry: RuleGeometry): IsInArea | undefined {
  if (area.kind === 'route') {
    const line = geometry.lineOf(area.routeId);
    return line && ((latitude, longitude) => line.isWithin({ latitude, longitude }, area.metres));
  }
  const shape = geometry.fenceOf(area.fenceId)?.area;
  if (shape === undefined) return undefined;
  const middle = (shape.box.west + shape.box.east) / 2;
  return (latitude, longitude) => shape.contains(nearestLongitude(longitude, middle), latitude);
}
