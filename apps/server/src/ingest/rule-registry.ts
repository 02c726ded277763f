import type { Position } from '@wakeline/domain/fences/fence-shape';
import { type TrackerRules, trackerRulesOf } from '@wakeline/domain/rules/apply-to-tracker';
import {
  type CompiledRule,
  compileRule,
  type RuleGeometry,
  type TaskGeometry,
} from '@wakeline/domain/rules/compile-rule';
import { type TaskRoute, taskRouteOf } from '@wakeline/domain/rules/line-evaluators';
import { RouteLine } from '@wakeline/domain/rules/route-line';
import type { ToLocal } from '@wakeline/domain/rules/schedule';
import { createUtcToLocal } from '@wakeline/formats/tracks/zone-time';
import { readAccountsWithTasks, readOpenTasks, type WatchTaskRow } from '../aviation/watch-tasks.ts';
import type { Db } from '../db/database.ts';
import { readPointPlaces, readRouteLines, referencesOf } from '../rules/rule-references.ts';
import { type RuleRow, readAccountsWithRules, readEnabledRules } from '../rules/rule-rows.ts';
import { AccountReloads } from './account-reloads.ts';
import type { FenceRegistry } from './fence-registry.ts';
import { loadGroupDescendants } from './group-descendants.ts';
import type { IngestMetrics } from './metrics.ts';
import type { RegisteredTracker } from './registry.ts';
import { type AcknowledgedNotices, compileTaskRow, readAcknowledged } from './task-rules.ts';

/** A rule or a condition of a task with the trackers to which it applies; null: all. */
interface TargetedRule {
  readonly rule: CompiledRule;
  readonly groupIds: ReadonlySet<number> | null;
  readonly trackerIds: ReadonlySet<number> | null;
}

interface CompiledRoutes {
  readonly lines: Map<number, RouteLine>;
  /** Undefined: it has too few points. */
  readonly taskRoutes: Map<number, TaskRoute | undefined>;
}

interface AccountRules {
  readonly rules: readonly TargetedRule[];
  readonly toLocal: ToLocal;
  /** By the keys of the rules: most trackers of an account have the same ones, and share them. */
  readonly byRules: Map<string, TrackerRules>;
  /** A registered tracker is replaced when it changes, so an entry is never outdated. */
  readonly byTracker: WeakMap<RegisteredTracker, TrackerRules>;
}

/** Rules of a tracker to which none applies: they end what its memory has of former ones. */
const NO_RULES = trackerRulesOf([], (instant) => instant);

/**
 * The enabled rules and open tasks of all accounts, in memory, because a position must not wait for a query. They are compiled again
 * when they change, or what they refer to: fences, routes, labelled points, groups, the account's time zone.
 */
export class RuleRegistry {
  readonly #db: Db;
  readonly #fences: Pick<FenceRegistry, 'find'>;
  readonly #metrics: IngestMetrics;
  readonly #reloads: AccountReloads;
  readonly #readings: AccountReloads;
  readonly #accounts = new Map<number, AccountRules>();
  /** Compiled routes by account, which are not read again until a route or something else that rules refer to changes. */
  readonly #routes = new Map<number, CompiledRoutes>();
  readonly #acknowledged = new Map<number, AcknowledgedNotices>();

  constructor(db: Db, fences: Pick<FenceRegistry, 'find'>, metrics: IngestMetrics, stopping: AbortSignal) {
    this.#db = db;
    this.#fences = fences;
    this.#metrics = metrics;
    this.#reloads = new AccountReloads((accountId) => this.#reload(accountId), stopping);
    this.#readings = new AccountReloads((accountId) => this.#readAcknowledged(accountId), stopping);
  }

  /** The rules that apply to a tracker. */
  rulesOf(tracker: RegisteredTracker): TrackerRules {
    const account = this.#accounts.get(tracker.account.accountId);
    if (account === undefined) return NO_RULES;
    const known = account.byTracker.get(tracker);
    if (known !== undefined) return known;
    const acknowledged = this.#acknowledged.get(tracker.account.accountId)?.get(tracker.trackerId);
    const rules = shareRules(account, tracker, acknowledged);
    account.byTracker.set(tracker, rules);
    return rules;
  }

  /** Reloads the rules of all accounts. The fences must be loaded. */
  async load(): Promise<void> {
    const accounts = new Set([
      ...(await readAccountsWithRules(this.#db)),
      ...(await readAccountsWithTasks(this.#db)),
      ...this.#accounts.keys(),
    ]);
    for (const accountId of accounts) {
      this.#routes.delete(accountId);
      await this.refresh(accountId);
    }
  }

  refresh(accountId: number): Promise<void> {
    return this.#reloads.request(accountId);
  }

  /** Reloads the rules of an account that has some, because what they refer to changed. */
  async refreshReferences(accountId: number): Promise<void> {
    // Also those that a reload is reading now.
    this.#routes.delete(accountId);
    if (this.#accounts.has(accountId)) await this.refresh(accountId);
  }

  /** Reads the acknowledged notices of an account again. What is compiled stays. */
  refreshAcknowledged(accountId: number): Promise<void> {
    return this.#readings.request(accountId);
  }

  async #readAcknowledged(accountId: number): Promise<void> {
    this.#acknowledged.set(accountId, await readAcknowledged(this.#db, accountId));
    const account = this.#accounts.get(accountId);
    if (account !== undefined) this.#accounts.set(accountId, { ...account, byTracker: new WeakMap() });
    this.#metrics.acknowledgedReadings.inc();
  }

  async #reload(accountId: number): Promise<void> {
    const rows = await readEnabledRules(this.#db, accountId);
    const tasks = await readOpenTasks(this.#db, accountId);
    const isEmpty = rows.length + tasks.length === 0;
    const account = isEmpty ? null : await this.#compile(accountId, rows, tasks);
    if (tasks.length === 0) this.#acknowledged.delete(accountId);
    else await this.#readings.request(accountId);
    if (account === null) this.#accounts.delete(accountId);
    else this.#accounts.set(accountId, account);
    this.#metrics.ruleReloads.inc();
    this.#metrics.rules.set([...this.#accounts.values()].reduce((sum, { rules }) => sum + rules.length, 0));
  }

  async #compile(
    accountId: number,
    rows: readonly RuleRow[],
    tasks: readonly WatchTaskRow[],
  ): Promise<AccountRules | null> {
    const account = await this.#db
      .selectFrom('account')
      .select('time_zone')
      .where('account_id', '=', accountId)
      .executeTakeFirst();
    if (account === undefined) return null;
    const descendantsOf = await loadGroupDescendants(this.#db, accountId);
    const geometry = await this.#readGeometry(accountId, rows, tasks);
    const rules = rows.flatMap((row): TargetedRule[] => {
      const rule = compileRule(
        {
          ruleId: row.rule_id,
          ruleName: row.name,
          changedAt: row.changed_at.getTime(),
          condition: row.condition,
          schedule: row.schedule,
        },
        geometry,
      );
      if (rule === null) return [];
      const { applies_to: target, group_ids: groupIds, tracker_ids: trackerIds } = row;
      return [
        {
          rule,
          groupIds: target === 'groups' ? new Set(groupIds.flatMap((id) => [...descendantsOf(id)])) : null,
          trackerIds: target === 'trackers' ? new Set(trackerIds) : null,
        },
      ];
    });
    const conditions = tasks.flatMap((task) => {
      const trackerIds = new Set(task.tracker_ids);
      return compileTaskRow(task, geometry).map((rule) => ({ rule, groupIds: null, trackerIds }));
    });
    return {
      rules: [...rules, ...conditions],
      toLocal: createUtcToLocal(account.time_zone),
      byRules: new Map(),
      byTracker: new WeakMap(),
    };
  }

  async #readGeometry(
    accountId: number,
    rows: readonly RuleRow[],
    tasks: readonly WatchTaskRow[],
  ): Promise<RuleGeometry & TaskGeometry> {
    const references = rows.map(({ condition }) => referencesOf(condition));
    const ofRules = references.flatMap(({ routeId }) => (routeId === null ? [] : [routeId]));
    const ofTasks = new Set(tasks.flatMap(({ line }) => (line === null ? [] : [line.routeId])));
    const pointIds = references.flatMap(({ labelPointId }) => (labelPointId === null ? [] : [labelPointId]));
    const { lines, taskRoutes } = await this.#compileRoutes(accountId, new Set(ofRules), ofTasks);
    const points = pointIds.length === 0 ? [] : await readPointPlaces(this.#db, accountId, pointIds);
    const places = new Map(points.map(({ label_point_id, ...place }) => [label_point_id, place]));
    return {
      fenceOf: (fenceId) => this.#fences.find(accountId, fenceId),
      lineOf: (routeId) => lines.get(routeId),
      taskRouteOf: (routeId) => taskRoutes.get(routeId),
      pointOf: (labelPointId) => places.get(labelPointId),
    };
  }

  /** The routes that rules and tasks refer to. Those that are compiled already are not read: lines are long. */
  async #compileRoutes(
    accountId: number,
    ofRules: ReadonlySet<number>,
    ofTasks: ReadonlySet<number>,
  ): Promise<CompiledRoutes> {
    const known = this.#routes.get(accountId);
    const routes: CompiledRoutes = { lines: new Map(), taskRoutes: new Map() };
    // Replaced at once: if a route changes while this reads, the entry is deleted, and the next reload reads all.
    this.#routes.set(accountId, routes);
    const missing = new Set<number>();
    for (const routeId of ofRules) {
      const line = known?.lines.get(routeId);
      if (line === undefined) missing.add(routeId);
      else routes.lines.set(routeId, line);
    }
    for (const routeId of ofTasks) {
      const route = known?.taskRoutes.get(routeId);
      if (route === undefined) missing.add(routeId);
      else routes.taskRoutes.set(routeId, route);
    }
    if (missing.size === 0) return routes;
    for (const { route_id, data_points } of await readRouteLines(this.#db, accountId, [...missing])) {
      const line = data_points.map(([longitude, latitude]): Position => [longitude, latitude]);
      if (ofRules.has(route_id)) routes.lines.set(route_id, new RouteLine(line));
      if (ofTasks.has(route_id)) routes.taskRoutes.set(route_id, taskRouteOf(line));
    }
    return routes;
  }
}

function shareRules(
  { rules, toLocal, byRules }: AccountRules,
  tracker: RegisteredTracker,
  acknowledged: ReadonlyMap<string, number> | undefined,
): TrackerRules {
  const applied = rules.filter((rule) => appliesTo(rule, tracker)).map(({ rule }) => rule);
  if (applied.length === 0) return NO_RULES;
  if (acknowledged !== undefined) return trackerRulesOf(applied, toLocal, acknowledged);
  const key = applied.map((rule) => rule.key).join(' ');
  const known = byRules.get(key);
  if (known !== undefined) return known;
  const made = trackerRulesOf(applied, toLocal);
  byRules.set(key, made);
  return made;
}

function appliesTo(
  { groupIds, trackerIds }: TargetedRule,
  { trackerId, groupId }: RegisteredTracker,
): boolean {
  if (groupIds !== null) return groupId !== null && groupIds.has(groupId);
  return trackerIds === null || trackerIds.has(trackerId);
}
