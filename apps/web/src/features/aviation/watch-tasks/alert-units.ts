import type { UserUnits } from '@wakeline/contract/entities/user-config';
import { KMH_PER_KNOT } from '@wakeline/domain/geo/speed-units';
import type { TaskAlertType } from '@wakeline/domain/rules/watch-task';
import type { ParseKeys } from 'i18next';
import { METRES_PER_FOOT } from '../../../format/quantities.ts';

export type AlertUnits = UserUnits;

const FEET_PER_MINUTE = METRES_PER_FOOT / 60;

interface AlertUnit {
  /** What one unit of the form is in the unit of the contract. */
  readonly scale: number;
  /** Text of the unit. */
  readonly text: ParseKeys<'format'> | 'minutes';
  /** What the limit may be in the unit of the contract. */
  readonly min: number;
  readonly max: number;
}

/** The unit of the limit of an alert, for a user. The bounds are those of the contract. */
export function alertUnit(
  type: TaskAlertType,
  { speedUnits, altitudeUnits, climbUnits }: AlertUnits,
): AlertUnit {
  switch (type) {
    case 'heightAbove':
    case 'heightBelow': {
      const bounds = { min: -500, max: 50_000 };
      return altitudeUnits === 2
        ? { scale: METRES_PER_FOOT, text: 'unit.ft', ...bounds }
        : { scale: 1, text: 'unit.m', ...bounds };
    }
    case 'speedAbove':
    case 'speedBelow': {
      const bounds = { min: 1, max: 4_000 };
      return speedUnits === 2
        ? { scale: KMH_PER_KNOT, text: 'unit.kn', ...bounds }
        : { scale: 1, text: 'unit.kmh', ...bounds };
    }
    case 'climb':
    case 'descent': {
      const bounds = { min: 0.1, max: 500 };
      return climbUnits === 2
        ? { scale: FEET_PER_MINUTE, text: 'unit.ftmin', ...bounds }
        : { scale: 1, text: 'unit.mps', ...bounds };
    }
    case 'distance':
      return { scale: 1, text: 'unit.m', min: 10, max: 10_000_000 };
    case 'battery':
      return { scale: 1, text: 'unit.percent', min: 1, max: 99 };
    case 'inactivity':
      return { scale: 1, text: 'minutes', min: 1, max: 43_200 };
  }
}

/** Hundredths of the user's unit, so that a value that the user leaves stays the same. */
export function toDisplayedValue(type: TaskAlertType, value: number, units: AlertUnits): number {
  return Math.round((value / alertUnit(type, units).scale) * 100) / 100;
}

/** Thousandths of the unit of the contract. */
export function toStoredValue(type: TaskAlertType, value: number, units: AlertUnits): number {
  const { scale, min, max } = alertUnit(type, units);
  const stored = Math.round(value * scale * 1_000) / 1_000;
  // Only the rounding of a bound in another unit goes beyond it.
  return scale === 1 ? stored : Math.min(max, Math.max(min, stored));
}
