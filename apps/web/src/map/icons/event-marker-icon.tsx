import { EVENT_GLYPH_SIZE, EVENT_MARKER_SIZE, type EventMarkerShape } from './event-marker-shape.ts';

interface EventMarkerIconProps {
  readonly shape: EventMarkerShape;
  /** Pixels; 22 by default. */
  readonly size?: number;
}

const EDGE = (EVENT_MARKER_SIZE - EVENT_GLYPH_SIZE) / 2;

/** An event marker for lists, as on the map. Decorative: the row has the text. */
export function EventMarkerIcon({ shape: { body, colour, glyph }, size = 22 }: EventMarkerIconProps) {
  return (
    <svg
      width={size}
      height={size}
      viewBox={`0 0 ${EVENT_MARKER_SIZE} ${EVENT_MARKER_SIZE}`}
      aria-hidden="true"
    >
      <path d={body} fill={colour} />
      <g
        transform={`translate(${EDGE} ${EDGE}) scale(${EVENT_GLYPH_SIZE / 24})`}
        strokeLinecap="round"
        strokeLinejoin="round"
      >
        <path d={glyph.fill} fill="#ffffff" fillRule="evenodd" />
        {glyph.line === undefined ? null : (
          <path d={glyph.line.path} fill="none" stroke="#ffffff" strokeWidth={glyph.line.width} />
        )}
      </g>
    </svg>
  );
}
