import type { IconName } from '../devices/device-icon.ts';

/** How a device moves, derived from its icon. */
export type MovementKind = 'person' | 'cycle' | 'vehicle' | 'boat' | 'aircraft' | 'animal' | 'other';

/** The limits that no device of a kind exceeds, and how much its speed varies. */
export interface MovementLimits {
  /** m/s. */
  readonly speed: number;
  /** m/s² in any direction: speeding up, braking, turning. */
  readonly acceleration: number;
  /** m/s²: typical change of speed per second (the process noise of the Kalman smoother). */
  readonly processNoise: number;
}

/**
 * The limits are wide, and speeds that a device reports take precedence (a person may sit in a train). `processNoise` is a
 * chosen value, checked with bench/correction.ts.
 *
 * - person: 44.72 km/h, 12.4 m/s, is the fastest human running speed (100 m at the world championships of 2009), and 6.4 m/s² a
 *   sprinter's start (di Prampero et al., Journal of Experimental Biology 208, 2005).
 * - cycle: road races reach 130 km/h downhill; a bicycle tips over forwards when braking at 0.56 g (Wilson, Bicycling Science).
 * - vehicle: 300 km/h; dry tyres grip up to about 1 g.
 * - boat: racing power boats reach 250 km/h (sails 33.7 m/s: WSSRC, 2012); 0.5 g is a chosen value.
 * - aircraft: a ground speed of 1,500 km/h exceeds that of airliners in a jet stream; 3.8 g in a level turn are
 *   sqrt(3.8² - 1) g sideways (CS 23.337, normal category).
 * - animal: a swift flies at 31 m/s (Henningsson et al., Journal of Avian Biology 41, 2010), and a cheetah accelerates at
 *   13 m/s² (Wilson et al., Nature 498, 2013).
 * - other: anything on land, at sea or in an airliner.
 */
export const MOVEMENT_LIMITS: Readonly<Record<MovementKind, MovementLimits>> = {
  person: { speed: 12.5, acceleration: 6.5, processNoise: 1 },
  cycle: { speed: 36, acceleration: 7, processNoise: 1 },
  vehicle: { speed: 83, acceleration: 10, processNoise: 1.5 },
  boat: { speed: 70, acceleration: 5, processNoise: 0.7 },
  aircraft: { speed: 417, acceleration: 36, processNoise: 2.5 },
  animal: { speed: 40, acceleration: 13, processNoise: 1.5 },
  other: { speed: 417, acceleration: 12, processNoise: 1.5 },
};

const MOVEMENT_KIND_BY_ICON: Readonly<Record<IconName, MovementKind>> = {
  person: 'person',
  runner: 'person',
  walker: 'person',
  bicycle: 'cycle',
  motorcycle: 'vehicle',
  car: 'vehicle',
  truck: 'vehicle',
  bus: 'vehicle',
  sailboat: 'boat',
  motorboat: 'boat',
  ship: 'boat',
  aircraft: 'aircraft',
  airliner: 'aircraft',
  helicopter: 'aircraft',
  glider: 'aircraft',
  drone: 'aircraft',
  animal: 'animal',
  container: 'other',
  beacon: 'other',
  generic: 'other',
};

/** The kind of a device with this built-in icon; null: a custom picture, from which nothing can be derived. */
export function kindOfIcon(icon: IconName | null): MovementKind {
  return icon === null ? 'other' : MOVEMENT_KIND_BY_ICON[icon];
}
