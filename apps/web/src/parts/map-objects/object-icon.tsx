import { PointMarker } from '../../map/icons/point-marker.tsx';
import type { MapObject } from './map-object.ts';

/** An object's shape and colour as drawn on the map. Decoration: the row has the text. */
export function ObjectIcon({ object, size = 26 }: { readonly object: MapObject; readonly size?: number }) {
  if (object.kind === 'labelPoint')
    return <PointMarker icon={object.source.iconUrl} color={object.color} size={size} />;
  const strokeProps = { stroke: object.color, strokeWidth: 2, strokeLinejoin: 'round' } as const;
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" aria-hidden="true" fill="none">
      {object.kind === 'route' ? (
        <path
          d="M4 19q1-7 7-7t9-7"
          {...strokeProps}
          strokeWidth={Math.max(2, Math.min(6, object.source.weight * 0.8))}
          strokeLinecap="round"
        />
      ) : (
        <path d={OUTLINES[object.source.fenceType]} {...strokeProps} fill={object.color} fillOpacity={0.2} />
      )}
    </svg>
  );
}

const OUTLINES = {
  POLYGON: 'M4 9l7-5 9 4-1 10-9 2-5-4z',
  RECTANGLE: 'M4 6h16v12H4z',
  CIRCULAR: 'M4 12a8 8 0 1 0 16 0a8 8 0 1 0-16 0z',
} as const;
