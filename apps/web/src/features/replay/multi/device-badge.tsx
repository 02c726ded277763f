import { numberColour } from '../../../map/icons/numbered-marker-image.ts';
import { DEVICE_SHAPE_PATHS, type DeviceMarkerStyle } from '../../../map/replay/device-marker-style.ts';

/** The number of a device in its colour and shape, as on the map. Decorative: the row has the text. */
export function DeviceBadge({
  marker,
  size = 22,
}: {
  readonly marker: DeviceMarkerStyle;
  readonly size?: number;
}) {
  const { number, colour, shape } = marker;
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" aria-hidden="true" style={{ flex: 'none' }}>
      <path d={DEVICE_SHAPE_PATHS[shape]} fill={colour} />
      <text
        x={12}
        y={shape === 'triangle' ? 17.5 : 12.2}
        fontSize={number > 99 ? 9 : 11}
        fontWeight={700}
        textAnchor="middle"
        dominantBaseline={shape === 'triangle' ? 'auto' : 'central'}
        fill={numberColour(colour)}
      >
        {number}
      </text>
    </svg>
  );
}
