import type { TrackerStatus } from '@wakeline/domain/tracker-state/tracker-status';
import { useColorScheme } from '../../ui/color-scheme.ts';
import { PALETTES } from '../style/palette.ts';
import { GLYPHS, iconOf } from './glyphs.ts';
import { MARKER_SIZE, markerShape } from './marker-shape.ts';
import { STATUS_GRID, STATUS_SHAPES } from './status-shapes.ts';

export interface DeviceIconProps {
  /** Name of a built-in icon, or the URL of an uploaded image if `custom`. */
  readonly name: string;
  readonly custom?: boolean;
  /** Without it only the icon is drawn, in the colour of the text. */
  readonly status?: TrackerStatus;
  /** Pixels; 24 by default. */
  readonly size?: number;
}

/** A device's icon for lists: the marker of the map without its nose. Decorative: the row has the text. */
export function DeviceIcon({ name, custom = false, status, size = 24 }: DeviceIconProps) {
  const palette = PALETTES[useColorScheme()];
  if (custom) {
    const badgeSize = size * 0.4;
    return (
      <svg width={size} height={size} viewBox={`0 0 ${size} ${size}`} aria-hidden="true">
        <image href={name} width={size} height={size} />
        {status === undefined ? null : (
          <path
            d={STATUS_SHAPES[status]}
            transform={`translate(${size - badgeSize} ${size - badgeSize}) scale(${badgeSize / STATUS_GRID})`}
            fill={palette.status[status]}
            fillRule="evenodd"
            stroke={palette.casing}
            strokeWidth={2}
            paintOrder="stroke"
          />
        )}
      </svg>
    );
  }
  if (status === undefined) {
    return (
      <svg width={size} height={size} viewBox="0 0 24 24" aria-hidden="true" color="currentColor">
        <GlyphPaths name={name} colour="currentColor" edge={null} />
      </svg>
    );
  }
  const shape = markerShape(status, false, palette);
  // Lists need no margin for an outline, so the marker fills the icon.
  const margin = shape.ring === null || status === 'OFFLINE' ? 5.5 : 1;
  const box = MARKER_SIZE - margin * 2;
  const glyph = shape.glyphSize;
  return (
    <svg width={size} height={size} viewBox={`${margin} ${margin} ${box} ${box}`} aria-hidden="true">
      <path d={shape.body} fill={shape.fill} />
      {shape.ring === null ? null : (
        <path d={shape.ring.path} fill="none" stroke={shape.colour} strokeWidth={shape.ring.width} />
      )}
      <g transform={`translate(${20 - glyph / 2} ${20 - glyph / 2}) scale(${glyph / 24})`}>
        <GlyphPaths name={name} colour={shape.glyph} edge={shape.glyphEdge} />
      </g>
    </svg>
  );
}

function GlyphPaths({ name, colour, edge }: { name: string; colour: string; edge: string | null }) {
  const { fill, line } = GLYPHS[iconOf(name)];
  return (
    <g strokeLinecap="round" strokeLinejoin="round">
      {edge === null ? null : <path d={fill} stroke={edge} strokeWidth={2} />}
      {edge === null || line === undefined ? null : (
        <path d={line.path} fill="none" stroke={edge} strokeWidth={line.width + 2} />
      )}
      <path d={fill} fill={colour} fillRule="evenodd" />
      {line === undefined ? null : (
        <path d={line.path} fill="none" stroke={colour} strokeWidth={line.width} />
      )}
    </g>
  );
}
