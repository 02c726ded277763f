import type { FenceForm } from '@wakeline/contract/entities/map-object';
import { NamedError } from '@wakeline/contract/errors';
import { LIMITS } from '@wakeline/contract/limits';
import { fenceFault, normalFence } from '@wakeline/domain/fences/fence-check';
import type { FenceShape } from '@wakeline/domain/fences/fence-shape';

type Area = Pick<FenceForm, 'fenceType' | 'fenceData'> & { readonly pointCount: number };

/** What a refusal says of where: nothing where there are no lines. */
export function lineOf(line: number | null): Readonly<Record<string, number>> {
  return line === null ? {} : { line };
}

/** A circle of a file may not be larger than one that is drawn (`fenceData`). */
const LARGEST_RADIUS = 5_000_000;

/**
 * The area of a fence as a form has it.
 *
 * @throws NamedError what is wrong with it, with its line
 */
export function fenceArea(given: FenceShape, line: number | null): Area {
  const rings = given.type === 'POLYGON' ? given.rings : [];
  const corners = rings.reduce((sum, ring) => sum + ring.length, 0);
  // First: looking for crossings of a million edges would take its time.
  if (corners > LIMITS.fencePoints || rings.length > LIMITS.fenceRings) {
    throw new NamedError('fence-too-large', { most: LIMITS.fencePoints, ...lineOf(line) });
  }
  const shape = normalFence(given);
  const fault = fenceFault(shape);
  if (fault !== null) throw new NamedError(fault, lineOf(line));
  switch (shape.type) {
    case 'POLYGON': {
      const data = {
        rings: shape.rings.map((ring) => ring.map(([lng, lat]): [number, number] => [lng, lat])),
      };
      return { fenceType: shape.type, fenceData: data, pointCount: corners };
    }
    case 'RECTANGLE': {
      const { west, south, east, north } = shape;
      return { fenceType: shape.type, fenceData: { west, south, east, north }, pointCount: 4 };
    }
    case 'CIRCULAR': {
      const [lng, lat] = shape.center;
      if (shape.radius > LARGEST_RADIUS) throw new NamedError('fence-too-large', lineOf(line));
      return {
        fenceType: shape.type,
        fenceData: { center: [lng, lat], radius: shape.radius },
        pointCount: 1,
      };
    }
  }
}
