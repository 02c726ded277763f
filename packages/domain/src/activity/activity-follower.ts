import { type Movement, START_SPEED, updateMovement } from '../tracker-state/movement.ts';
import { type Travel, updateTravel } from '../tracker-state/travel.ts';
import type { Activity, ActivityDay, ActivityMoment } from './activity.ts';
import type { ActivityMemory } from './activity-memory.ts';
import type { DayOf } from './calendar-days.ts';
import { type ActivityFix, followActivity, openActivity, openDays } from './follow-activity.ts';

/** A valid fix with what the movement rule needs of it. */
export interface FollowedFix extends ActivityFix {
  /** Metres; null: unknown. */
  readonly accuracy: number | null;
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
  readonly #dayOf: DayOf;
  readonly #movingSpeed: number;
  #followed: Followed | null = null;

  /** @param movingSpeed km/h from which a tracker of the account counts as moving. */
  constructor(dayOf: DayOf, movingSpeed: number = START_SPEED) {
    this.#dayOf = dayOf;
    this.#movingSpeed = movingSpeed;
  }

  /** @param fix a valid one, newer than the previous ones. */
  add(fix: FollowedFix): void {
    const { time, latitude, longitude, speed, accuracy } = fix;
    const before = this.#followed;
    const located = { latitude, longitude, speed, accuracy, altitude: null, course: null, valid: true };
    const step = updateMovement(before?.movement ?? AT_REST, located, time, this.#movingSpeed);
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
      this.#dayOf,
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
    return [...this.#days, ...openDays(memory, last, this.#dayOf)];
  }
}
