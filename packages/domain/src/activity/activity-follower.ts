import { type Movement, updateMovement } from '../tracker-state/movement.ts';
import { type Travel, updateTravel } from '../tracker-state/travel.ts';
import type { Activity, ActivityDay, ActivityMoment, ActivityRule } from './activity.ts';
import type { ActivityMemory } from './activity-memory.ts';
import { type ActivityFix, followActivity, openActivity, openDays } from './follow-activity.ts';

/** A valid fix with what the movement rule needs of it. */
export interface FollowedFix extends ActivityFix {
  /** Metres; null: unknown. */
  readonly accuracy: number | null;
}

/** What decides the activities of fixes. */
export interface FollowRule extends ActivityRule {
  /** km/h from which a tracker of the account counts as moving. */
  readonly movingSpeed: number;
}

/** A known activity that goes on with the first fix. */
export interface FollowedStart {
  readonly kind: ActivityMemory['kind'];
  readonly from: ActivityMoment;
  /** The fix before the first one. */
  readonly last: ActivityMoment;
}

/** What is known after a fix. */
export interface Followed {
  readonly movement: Movement;
  readonly travel: Travel;
  readonly mileage: number;
  readonly memory: ActivityMemory;
  readonly last: ActivityMoment;
}

const AT_REST: Movement = { moving: false, anchor: null, slowSince: null };

/** Finds the activities of stored fixes with the rules of the pipeline. */
export class ActivityFollower {
  readonly #ended: Activity[] = [];
  readonly #days: ActivityDay[] = [];
  readonly #rule: FollowRule;
  #followed: Followed | null;

  /** @param start null: the first activity begins with the first fix. */
  constructor(rule: FollowRule, start: FollowedStart | null = null) {
    this.#rule = rule;
    this.#followed = start === null ? null : followedFrom(start);
  }

  /** @param fix a valid one, newer than the previous ones. */
  add(fix: FollowedFix): void {
    const { time, latitude, longitude, speed, accuracy } = fix;
    const before = this.#followed;
    const located = { latitude, longitude, speed, accuracy, altitude: null, course: null, valid: true };
    const step = updateMovement(before?.movement ?? AT_REST, located, time, this.#rule.movingSpeed);
    const { movement, travelled, isJump } = step;
    const mileage = (before?.mileage ?? 0) + travelled;
    const { travel, event } = updateTravel(before?.travel ?? null, null, movement, fix, {
      before: before?.mileage ?? 0,
      after: mileage,
    });
    const change = { movement, travel, event, travelled, isJump };
    const { memory, ended, days } = followActivity(
      before?.memory ?? null,
      before?.last ?? null,
      fix,
      change,
      this.#rule,
    );
    this.#ended.push(...ended);
    this.#days.push(...days);
    this.#followed = { movement, travel, mileage, memory, last: { time, latitude, longitude } };
  }

  /** Null: no fix yet. */
  get followed(): Followed | null {
    return this.#followed;
  }

  /** The activities that have ended, oldest first. */
  get ended(): readonly Activity[] {
    return this.#ended;
  }

  /** All activities, oldest first. The last one ends at the last fix. */
  get activities(): readonly Activity[] {
    if (this.#followed === null) return this.#ended;
    const { memory, last } = this.#followed;
    return last.time > memory.from.time ? [...this.#ended, openActivity(memory, last)] : this.#ended;
  }

  /** The shares of all days up to the last fix. */
  get days(): readonly ActivityDay[] {
    if (this.#followed === null) return this.#days;
    const { memory, last } = this.#followed;
    return [...this.#days, ...openDays(memory, last, this.#rule.dayOf)];
  }
}

/** The sums up to the start are unknown, and remain so. */
function followedFrom({ kind, from, last }: FollowedStart): Followed {
  const moving = kind === 'trip';
  return {
    movement: { moving, anchor: moving ? last : from, slowSince: null },
    travel: { moving, since: from.time, mileage: 0 },
    mileage: 0,
    memory: { kind, from, countedTo: from.time, buckets: [{ from, days: [] }], ignition: null },
    last,
  };
}
