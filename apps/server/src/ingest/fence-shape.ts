import type { FenceData } from '@wakeline/contract/entities/map-object';
import type { FenceShape } from '@wakeline/domain/fences/fence-shape';

/** The area of a stored fence; null where the data is that of another type. */
export function shapeOf(type: FenceShape['type'], data: FenceData): FenceShape | null {
  if (type === 'POLYGON' && 'rings' in data) return { type, rings: data.rings };
  if (type === 'RECTANGLE' && 'west' in data) return { type, ...data };
  if (type === 'CIRCULAR' && 'center' in data) return { type, ...data };
  return null;
}
