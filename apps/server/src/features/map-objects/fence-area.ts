import type { FenceData } from '@wakeline/contract/entities/map-object';
import { NamedError } from '@wakeline/contract/errors';
import { LIMITS } from '@wakeline/contract/limits';
import type { FenceShape } from '@wakeline/domain/fences/fence-shape';
import { normalizeFence, validateFence } from '@wakeline/domain/fences/validate-fence';

/** Area of a fence in the fields of the contract. */
export interface FenceArea {
  readonly fenceType: FenceShape['type'];
  readonly fenceData: FenceData;
}

/**
 * Checks and normalizes the area of a fence.
 *
 * @throws NamedError `fence-shape-wrong` when the data do not match the type, or the error that `validateFence` finds
 */
export function checkFenceArea({ fenceType, fenceData }: FenceArea): FenceArea {
  const shape = fenceShapeOf({ fenceType, fenceData });
  if (shape === null) throw new NamedError('fence-shape-wrong');
  const normalized = normalizeFence(shape);
  // Checked first: searching a hundred thousand edges for crossings would be slow.
  if (countVertices(normalized) > LIMITS.fencePoints)
    throw new NamedError('fence-too-large', { max: LIMITS.fencePoints });
  const error = validateFence(normalized);
  if (error !== null) throw new NamedError(error);
  return fenceAreaOf(normalized);
}

/** Returns null when the data do not match the type. */
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
