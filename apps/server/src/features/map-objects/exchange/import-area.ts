import type { FenceForm } from '@wakeline/contract/entities/map-object';
import { NamedError } from '@wakeline/contract/errors';
import { LIMITS } from '@wakeline/contract/limits';
import type { FenceShape } from '@wakeline/domain/fences/fence-shape';
import { normalizeFence, validateFence } from '@wakeline/domain/fences/validate-fence';

type Area = Pick<FenceForm, 'fenceType' | 'fenceData'> & { readonly pointCount: number };

/** Error details with the line number; empty if the format has no lines. */
export function lineDetails(line: number | null): Readonly<Record<string, number>> {
  return line === null ? {} : { line };
}

/** Maximum radius in metres, the same as for drawn circles (`fenceData`). */
const MAX_RADIUS = 5_000_000;

/**
 * Checks the area of a fence and converts it to the fields of a form.
 *
 * @throws NamedError the first error of the area, with its line
 */
export function toFenceArea(given: FenceShape, line: number | null): Area {
  const rings = given.type === 'POLYGON' ? given.rings : [];
  const vertexCount = rings.reduce((sum, ring) => sum + ring.length, 0);
  // Checked first: searching a million edges for crossings would be slow.
  if (vertexCount > LIMITS.fencePoints || rings.length > LIMITS.fenceRings) {
    throw new NamedError('fence-too-large', { max: LIMITS.fencePoints, ...lineDetails(line) });
  }
  const shape = normalizeFence(given);
  const error = validateFence(shape);
  if (error !== null) throw new NamedError(error, lineDetails(line));
  switch (shape.type) {
    case 'POLYGON': {
      const data = {
        rings: shape.rings.map((ring) => ring.map(([lng, lat]): [number, number] => [lng, lat])),
      };
      return { fenceType: shape.type, fenceData: data, pointCount: vertexCount };
    }
    case 'RECTANGLE': {
      const { west, south, east, north } = shape;
      return { fenceType: shape.type, fenceData: { west, south, east, north }, pointCount: 4 };
    }
    case 'CIRCULAR': {
      const [lng, lat] = shape.center;
      if (shape.radius > MAX_RADIUS) throw new NamedError('fence-too-large', lineDetails(line));
      return {
        fenceType: shape.type,
        fenceData: { center: [lng, lat], radius: shape.radius },
        pointCount: 1,
      };
    }
  }
}
