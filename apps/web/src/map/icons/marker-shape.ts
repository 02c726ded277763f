import type { TrackerStatus } from '@wakeline/domain/tracker-state/tracker-status';
import type { MapPalette } from '../style/palette.ts';

/**
 * The marker's body on a grid of 40. Shape and colour both show the status: a disc with a nose to the course for
 * moving, a rounded square for stopped, a hollow disc for offline, a disc in a second ring for SOS.
 */
export interface MarkerShape {
  /** Path data of the filled body. */
  readonly body: string;
  readonly fill: string;
  /** A ring or outline in the status colour, drawn as a line. */
  readonly ring: { readonly path: string; readonly width: number } | null;
  readonly colour: string;
  /** Side of the glyph, pixels; depends on the space that the shape leaves. */
  readonly glyphSize: number;
  /** Colour of the glyph on the body. */
  readonly glyph: string;
  /** A thin dark outline that gives a white glyph contrast on a bright colour. */
  readonly glyphEdge: string | null;
}

const CIRCLE = (r: number) => `M${20 - r} 20a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;

const DISC = CIRCLE(14);
/** A disc of radius 14 whose two tangents meet 19 above its centre. */
const NOSED = 'M10.53 9.68L18.9 2q1.1-1 2.2 0l8.37 7.68a14 14 0 1 1-18.94 0z';
const SQUARE = 'M14 7h12q7 0 7 7v12q0 7-7 7H14q-7 0-7-7V14q0-7 7-7z';

const EDGES: Readonly<Record<TrackerStatus, string>> = {
  RUNNING: '#0a6e0d',
  STOP: '#0c5a9c',
  OFFLINE: '#4c4c4c',
  SOS: '#7c0000',
};

/** @param hasNose whether the course is known and should be shown */
export function markerShape(status: TrackerStatus, hasNose: boolean, palette: MapPalette): MarkerShape {
  const colour = palette.status[status];
  const solid = { fill: colour, colour, glyphSize: 21, glyph: '#ffffff', glyphEdge: EDGES[status] };
  switch (status) {
    case 'RUNNING':
      return { ...solid, body: hasNose ? NOSED : DISC, ring: null };
    case 'STOP':
      return { ...solid, body: SQUARE, ring: null };
    case 'SOS':
      return { ...solid, glyphSize: 18, body: CIRCLE(12.5), ring: { path: CIRCLE(17), width: 3 } };
    case 'OFFLINE':
      return {
        body: DISC,
        fill: palette.hollow,
        colour,
        ring: { path: CIRCLE(12.75), width: 2.5 },
        glyphSize: 18,
        glyph: palette.flavour === 'dark' ? '#a5a5a5' : '#6a6a6a',
        glyphEdge: null,
      };
  }
}

/** Side of the marker in pixels. */
export const MARKER_SIZE = 40;
