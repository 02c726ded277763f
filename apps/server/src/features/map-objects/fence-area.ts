import type { FenceData } from '@wakeline/contract/entities/map-object';
import { NamedError } from '@wakeline/contract/errors';
import { LIMITS } from '@wakeline/contract/limits';
import type { FenceShape } from '@wakeline/domain/fences/fence-shape';
import { normalizeFence, validateFence } from '@wakeline/domain/fences/validate-fence';

/** A fence's area as the contract has it. */
export interface FenceArea {
  readonly fenceType: FenceShape['type'];
  readonly fenceData: FenceData;
}

/**
 * The area that a fence is given, as it is kept.
 *
 * @throws NamedError `fence-shape-wrong` where the data are not those of the type, and whatever `validateFence` finds
 */
export function checkFenceArea({ fenceType, fenceData }: FenceArea): FenceArea {
  const shape = fenceShapeOf({ fenceType, fenceData });
  if (shape === null) throw new NamedError('fence-shape-wrong');
  const normalized = normalizeFence(shape);
  // First: looking for crossings of a hundred thousand edges would take its time.
  if (countVertices(normalized) > LIMITS.fencePoints)
    throw new NamedError('fence-too-large', { most: LIMITS.fencePoints });
  const error = validateFence(normalized);
  if (error !== null) throw new NamedError(error);
  return fenceAreaOf(normalized);
}

/** Null where the data are not those of the type. */
export function fenceShapeOf({ fenceType, fenceData }: FenceArea): FenceShape | null {
  switch (fenceType) {
    case 'POLYGON':
      return 'rings' in fenceData ? { type: fenceType, rings: fenceData.rings } : null;
    case 'RECTANGLE':
      return 'west' in fenceData ? { type: fenceType, ...fenceData } : null;
    case 'CIRCULAR':
      return 'center' in fenceData ? { type: fenceType, ...fenceData } : null;
  }
}

export function fenceAreaOf(shape: FenceShape): FenceArea {
  const { type: fenceType } = shape;
  if (fenceType === 'POLYGON') {
    return {
      fenceType,
      fenceData: { rings: shape.rings.map((ring) => ring.map(([lng, lat]): [number, number] => [lng, lat])) },
    };
  }
  if (fenceType === 'CIRCULAR') {
    const [lng, lat] = shape.center;
    return { fenceType, fenceData: { center: [lng, lat], radius: shape.radius } };
  }
  const { west, south, east, north } = shape;
  return { fenceType, fenceData: { west, south, east, north } };
}

function countVertices(shape: FenceShape): number {
  return shape.type === 'POLYGON' ? shape.rings.reduce((sum, ring) => sum + ring.length, 0) : 0;
}
