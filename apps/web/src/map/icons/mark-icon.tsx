import { MARK_GLYPH, MARK_SIZE, type MarkShape } from './mark-shape.ts';

interface MarkIconProps {
  readonly mark: MarkShape;
  /** Pixels; 22 by default. */
  readonly size?: number;
}

const EDGE = (MARK_SIZE - MARK_GLYPH) / 2;

/** A mark for lists, as the map draws it. It is decoration: the row says the words. */
export function MarkIcon({ mark: { body, colour, glyph }, size = 22 }: MarkIconProps) {
  return (
    <svg width={size} height={size} viewBox={`0 0 ${MARK_SIZE} ${MARK_SIZE}`} aria-hidden="true">
      <path d={body} fill={colour} />
      <g
        transform={`translate(${EDGE} ${EDGE}) scale(${MARK_GLYPH / 24})`}
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
