import { isPicture, POINT_GLYPHS, toPointIcon } from './point-glyphs.ts';
import { contrastColor } from './point-image.ts';

interface PointMarkerProps {
  /** Name of a built-in icon, or the URL of an uploaded image. */
  readonly icon: string;
  /** `#rrggbb` */
  readonly color: string;
  /** Pixels; 24 by default. */
  readonly size?: number;
}

/** A labelled point's icon for lists, as on the map. Decorative: the row has the text. */
export function PointMarker({ icon, color, size = 24 }: PointMarkerProps) {
  const { fill, line } = POINT_GLYPHS[toPointIcon(icon)];
  const ink = contrastColor(color);
  return (
    <svg width={size} height={size} viewBox="0 0 30 30" aria-hidden="true">
      <circle cx={15} cy={15} r={14} fill={color} />
      {isPicture(icon) ? (
        <image href={icon} x={3} y={3} width={24} height={24} style={{ clipPath: 'circle(12px)' }} />
      ) : (
        <g transform="translate(6.5 6.5) scale(0.70833)" strokeLinecap="round" strokeLinejoin="round">
          <path d={fill} fill={ink} fillRule="evenodd" />
          {line === undefined ? null : (
            <path d={line.path} fill="none" stroke={ink} strokeWidth={line.width} />
          )}
        </g>
      )}
    </svg>
  );
}
