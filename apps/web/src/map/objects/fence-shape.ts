import type { FenceForm } from '@wakeline/contract/entities/map-object';
import type { FenceShape, Position } from '@wakeline/domain/fences/fence-shape';
import { circleArea } from './circle-area.ts';

type StoredShape = Pick<FenceForm, 'fenceType' | 'fenceData'>;

/** The shape of a stored fence; null if data and type do not match. */
export function toFenceShape({ fenceType, fenceData }: StoredShape): FenceShape | null {
  if (fenceType === 'POLYGON' && 'rings' in fenceData) return { type: fenceType, rings: fenceData.rings };
  if (fenceType === 'RECTANGLE' && 'west' in fenceData) return { type: fenceType, ...fenceData };
  if (fenceType === 'CIRCULAR' && 'center' in fenceData) return { type: fenceType, ...fenceData };
  return null;
}

/** The stored form of a shape. */
export function toStoredShape(shape: FenceShape): StoredShape {
  if (shape.type === 'POLYGON')
    return {
      fenceType: shape.type,
      fenceData: { rings: shape.rings.map((ring) => ring.map(([lng, lat]) => [lng, lat])) },
    };
  if (shape.type === 'CIRCULAR') {
    const [lng, lat] = shape.center;
    return { fenceType: shape.type, fenceData: { center: [lng, lat], radius: shape.radius } };
  }
  const { west, south, east, north } = shape;
  return { fenceType: shape.type, fenceData: { west, south, east, north } };
}

/** Rings of a shape, not closed: the outline first, then holes. */
export function ringsOf(shape: FenceShape): readonly (readonly Position[])[] {
  if (shape.type === 'POLYGON') return shape.rings;
  if (shape.type === 'CIRCULAR') return [circleArea(shape.center, shape.radius)];
  const { west, south, north } = shape;
  const east = shape.east < west ? shape.east + 360 : shape.east;
  return [
    [
      [west, south],
      [east, south],
      [east, north],
      [west, north],
    ],
  ];
}
