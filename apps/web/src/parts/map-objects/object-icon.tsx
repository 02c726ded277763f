import { PointMarker } from '../../map/icons/point-marker.tsx';
import type { MapObject } from './map-object.ts';

/** An object as the map draws it, in small: its shape and its colour. It is decoration: the row says the words. */
export function ObjectIcon({ object, size = 26 }: { readonly object: MapObject; readonly size?: number }) {
  if (object.kind === 'labelPoint')
    return <PointMarker icon={object.of.iconUrl} color={object.color} size={size} />;
  const strokeProps = { stroke: object.color, strokeWidth: 2, strokeLinejoin: 'round' } as const;
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" aria-hidden="true" fill="none">
      {object.kind === 'route' ? (
        <path
          d="M4 19q1-7 7-7t9-7"
          {...strokeProps}
          strokeWidth={Math.max(2, Math.min(6, object.of.weight * 0.8))}
          strokeLinecap="round"
        />
      ) : (
        <path d={OUTLINES[object.of.fenceType]} {...strokeProps} fill={object.color} fillOpacity={0.2} />
      )}
    </svg>
  );
}

const OUTLINES = {
  POLYGON: 'M4 9l7-5 9 4-1 10-9 2-5-4z',
  RECTANGLE: 'M4 6h16v12H4z',
  CIRCULAR: 'M4 12a8 8 0 1 0 16 0a8 8 0 1 0-16 0z',
} as const;
