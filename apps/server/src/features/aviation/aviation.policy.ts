import { createFlight } from '@wakeline/contract/aviation/flights';
import { createLandingPlace } from '@wakeline/contract/aviation/landing-places';
import { correctLeg } from '@wakeline/contract/aviation/legs';
import { createPlane } from '@wakeline/contract/aviation/planes';
import { NamedError } from '@wakeline/contract/errors';
import { hasAccess, type Subject } from '../../identity/access.ts';
import type { Scope } from '../../identity/scope.ts';

/** Whether the user may create, change and delete planes that they see. */
export function canChangePlanes(user: Subject): boolean {
  return hasAccess(createPlane.access, user);
}

/** Whether the user may create, change and delete flights that they see. */
export function canChangeFlights(user: Subject): boolean {
  return hasAccess(createFlight.access, user);
}

/** Whether the user may correct times of the legs that they see. */
export function canCorrectLegs(user: Subject): boolean {
  return hasAccess(correctLeg.access, user);
}

/** Landing places hold for all planes of the account. */
export function canChangeLandingPlaces(user: Subject & Pick<Scope, 'groupIds'>): boolean {
  return hasAccess(createLandingPlace.access, user) && user.groupIds === null;
}

/** @throws NamedError `not-allowed` */
export function requireFullScope({ groupIds }: Pick<Scope, 'groupIds'>): void {
  if (groupIds !== null) throw new NamedError('not-allowed');
}
