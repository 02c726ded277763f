import type { PointGlyph } from './point-glyphs.ts';

/** A small marker on a track: outline and colour show the category, the glyph the type. */
export interface EventMarkerShape {
  readonly body: string;
  /** `#rrggbb`, the same in both flavours. */
  readonly colour: string;
  readonly glyph: PointGlyph;
}

/** Side of a marker in pixels, and of the grid of its body. */
export const EVENT_MARKER_SIZE = 28;
/** Side of its glyph, which is centred. */
export const EVENT_GLYPH_SIZE = 15;

/** Outlines on a grid of 28, centred except where something points down. */
export const EVENT_MARKER_BODIES = {
  disc: 'M14 3a11 11 0 1 0 0 22a11 11 0 1 0 0-22z',
  square: 'M8 4h12q4 0 4 4v12q0 4-4 4H8q-4 0-4-4V8q0-4 4-4z',
  hexagon:
    'M9 4h10q1 0 1.5.9l4.9 8.2q.6.9 0 1.8l-4.9 8.2q-.5.9-1.5.9H9q-1 0-1.5-.9L2.6 14.9q-.6-.9 0-1.8L7.5 4.9Q8 4 9 4z',
  diamond:
    'M12.6 2.2q1.4-1.4 2.8 0l10.4 10.4q1.4 1.4 0 2.8L15.4 25.8q-1.4 1.4-2.8 0L2.2 15.4q-1.4-1.4 0-2.8z',
  shield: 'M14 2.6l9.6 3.2q.9.3.9 1.2v6.5c0 5.8-4.3 9.8-10.5 12c-6.2-2.2-10.5-6.2-10.5-12V7q0-.9.9-1.2z',
  flag: 'M5.5 4H21q1.7 0 2.4 1.5L26 12.6q.5 1.4 0 2.8l-2.6 7.1Q22.7 24 21 24H5.5Q4 24 4 22.5v-17Q4 4 5.5 4z',
  /** A plate that points down at its position. */
  plate: 'M8 2.5h12q4 0 4 4v11q0 4-4 4h-2.8L14 25.6l-3.2-4.1H8q-4 0-4-4v-11q0-4 4-4z',
} as const;

const dot = (x: number, y: number, r: number) =>
  `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;
const ring = (r: number) => dot(12, 12, r);

/** Glyphs of event markers, on a grid of 24. */
export const EVENT_GLYPHS = {
  pause: { fill: 'M6.5 5h4v14h-4zM13.5 5h4v14h-4z' },
  parking: { fill: '', line: { path: 'M8.5 20V4.5h4.6a4.7 4.7 0 0 1 0 9.4H8.5', width: 3.2 } },
  power: { fill: '', line: { path: 'M12 3v8.5M7 6.5a8 8 0 1 0 10 0', width: 2.7 } },
  bolt: { fill: 'M14.5 1.5L4.5 13.8h6L9 22.5l10.5-12.7h-6.3z' },
  battery: {
    fill: 'M21 9.5h2.2v5H21zM4.6 9.4h3.6v5.2H4.6z',
    line: { path: 'M2.2 7h17.4v10H2.2z', width: 2 },
  },
  noFix: { fill: '', line: { path: `${ring(5)}M12 2v4M12 18v4M2 12h4M18 12h4M4.5 4.5l15 15`, width: 2.2 } },
  signal: {
    fill: 'M3 15h4.5v6H3z',
    line: { path: 'M10.6 10.5h2.8V20h-2.8zM17.2 4.5H20V20h-2.8z', width: 1.7 },
  },
  dots: { fill: `${dot(4.6, 12, 2.5)}${dot(12, 12, 2.5)}${dot(19.4, 12, 2.5)}` },
  exclamation: { fill: `M10 2.5h4L13.2 15h-2.4z${dot(12, 19.4, 2.2)}` },
  bell: {
    fill: 'M12 2.5a6 6 0 0 1 6 6v5l2.2 3.5H3.8L6 13.5v-5a6 6 0 0 1 6-6zM9.4 18.5h5.2a2.6 2.6 0 0 1-5.2 0z',
  },
  area: { fill: dot(12, 12, 3), line: { path: 'M4 4h16v16H4z', width: 2.4 } },
  pin: {
    fill: 'M12 1.8a7 7 0 0 1 7 7c0 5-7 13.4-7 13.4S5 13.8 5 8.8a7 7 0 0 1 7-7zM12 6a2.8 2.8 0 1 0 0 5.6a2.8 2.8 0 1 0 0-5.6z',
  },
  play: { fill: 'M6.5 3.5L20 12 6.5 20.5z' },
  chequers: {
    fill: 'M4 4h5.4v5.4H4zM14.6 4H20v5.4h-5.4zM9.4 9.4h5.2v5.2H9.4zM4 14.6h5.4V20H4zM14.6 14.6H20V20h-5.4z',
  },
  scatter: {
    fill: `${dot(12, 12, 3.6)}${dot(4.2, 6.4, 1.8)}${dot(18, 4, 1.8)}${dot(20.4, 15, 1.8)}${dot(6, 19, 1.8)}${dot(14, 21.4, 1.6)}`,
  },
  waves: { fill: '', line: { path: 'M4 8l3 8 3.4-11 3.4 14L17 8l3 8', width: 2.2 } },
  clock: { fill: '', line: { path: `${ring(9)}M12 6.5V12l4 2.5`, width: 2.3 } },
  check: { fill: '', line: { path: 'M4 12.5l5.5 5.5L20 7', width: 3.2 } },
  enter: { fill: '', line: { path: 'M13 4h7v16h-7M3 12h11M9.5 7.5L14 12l-4.5 4.5', width: 2.4 } },
  exit: { fill: '', line: { path: 'M11 4H4v16h7M9 12h12M16.5 7.5L21 12l-4.5 4.5', width: 2.4 } },
  noPower: { fill: 'M14.5 1.5L4.5 13.8h6L9 22.5l10.5-12.7h-6.3z', line: { path: 'M3 3l18 18', width: 2.4 } },
  broken: {
    fill: '',
    line: {
      path: 'M9.5 14.5L7 17a3.6 3.6 0 0 1-5-5l4-4M14.5 9.5L17 7a3.6 3.6 0 0 1 5 5l-4 4M8 3l1 3M3 8l3 1M16 21l-1-3M21 16l-3-1',
      width: 2,
    },
  },
  gauge: { fill: dot(12, 15, 2.4), line: { path: 'M3.5 18a9.5 9.5 0 1 1 17 0M12 15l4.5-6', width: 2.4 } },
  microphone: {
    fill: 'M12 2a3.6 3.6 0 0 1 3.6 3.6v6a3.6 3.6 0 0 1-7.2 0v-6A3.6 3.6 0 0 1 12 2z',
    line: { path: 'M5 11.5a7 7 0 0 0 14 0M12 18.5V22', width: 2.2 },
  },
  letter: { fill: '', line: { path: 'M3 5.5h18v13H3zM3.5 6.5L12 13l8.5-6.5', width: 2.2 } },
  altitude: { fill: '', line: { path: 'M5 12l7-7 7 7M5 20l7-7 7 7', width: 2.8 } },
  offRoute: {
    fill: '',
    line: { path: 'M6 22V15q0-4 4-6l8-4M12.5 3.5L18.5 4.5 16.5 10.5M6 2v6', width: 2.4 },
  },
} as const satisfies Record<string, PointGlyph>;
