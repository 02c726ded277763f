import { ICON_NAMES, type IconName } from '@wakeline/domain/devices/device-icon';

/**
 * The built-in device icons: one family on a grid of 24, white on the marker. Rotating icons are seen from above with
 * the bow or nose to the north; the others stay upright, and the nose of the marker shows the course.
 */
export interface Glyph {
  /** Whether the icon is seen from above and rotated to the course. */
  readonly turns: boolean;
  /** Path data of filled areas (even-odd: inner outlines are cut out). */
  readonly fill: string;
  /** Path data of lines with round ends, and their width on the grid. */
  readonly line?: { readonly path: string; readonly width: number };
}

/** A full circle as path data. */
function disc(x: number, y: number, r: number): string {
  return `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;
}

/** An ellipse as path data. */
function oval(x: number, y: number, rx: number, ry: number): string {
  return `M${x - rx} ${y}a${rx} ${ry} 0 1 0 ${2 * rx} 0a${rx} ${ry} 0 1 0 ${-2 * rx} 0z`;
}

export const GLYPHS: Readonly<Record<IconName, Glyph>> = {
  person: {
    turns: false,
    fill: `${disc(12, 7.2, 4.2)}M4 21.5q0-8.3 8-8.3t8 8.3z`,
  },
  runner: {
    turns: false,
    fill: disc(15.3, 4, 2.5),
    line: {
      path: 'M13.3 8.4l-3 5.2M10.3 13.6l4.4 2.2-1 5.4M10.3 13.6l-1.9 4-4.4.2M13.2 8.4l-4.2-.2-2.6 3M13.5 8.6l2.3 2.9 3.6-.4',
      width: 2.5,
    },
  },
  walker: {
    turns: false,
    fill: disc(12.9, 3.9, 2.5),
    line: {
      path: 'M12.3 8.2l-1 6M11.3 14.2l-2.9 7M11.3 14.2l3.2 2.6 1 4.6M12.2 8.6l-3.7 2-.6 3.2M12.5 8.8l2.2 2.8 2.8.5',
      width: 2.5,
    },
  },
  bicycle: {
    turns: false,
    fill: '',
    line: {
      path: `${disc(5.7, 15.6, 4.1)}${disc(18.3, 15.6, 4.1)}M5.7 15.6l3.6-6.6h6.2l-3.9 6.6zM11.6 15.6L9 7.2M18.3 15.6L14.9 6h2.9M7.3 6.9h3.6`,
      width: 1.9,
    },
  },
  motorcycle: {
    turns: false,
    fill: `${disc(5.2, 16.2, 4.2)}${disc(5.2, 16.2, 1.7)}${disc(18.8, 16.2, 4.2)}${disc(18.8, 16.2, 1.7)}M2.8 9.2h7.4l2.4-1.6h3.3l.9 2.6-3.3 6.2H10l-1-3.4q-2.4-2-5.6-2.4z`,
    line: { path: 'M13.2 4.4h2.4l3 10.2', width: 1.8 },
  },
  car: {
    turns: true,
    fill: 'M9.2 1.8h5.6q2.4 0 2.7 2.6l.7 5.2v9.8q0 2.6-2.6 2.6H8.4q-2.6 0-2.6-2.6V9.6l.7-5.2q.3-2.6 2.7-2.6zM8 9.9l.7 2.9h6.6l.7-2.9q-4-1.7-8 0zM8.5 17l-.6 2.3q4.1 1.2 8.2 0l-.6-2.3zM5.9 8.2l-1.9.9v1.4l1.8-.3zM18.1 8.2l1.9.9v1.4l-1.8-.3z',
  },
  truck: {
    turns: true,
    fill: 'M8.2 1.4h7.6q1.9 0 1.9 1.9v4H6.3v-4q0-1.9 1.9-1.9zM7.9 3.6v2h8.2v-2q-4.1-1-8.2 0zM6.4 8.4h11.2q1 0 1 1v12.2q0 1-1 1H6.4q-1 0-1-1V9.4q0-1 1-1z',
  },
  bus: {
    turns: true,
    fill: 'M7.6 1.4h8.8q2 0 2 2v17.2q0 2-2 2H7.6q-2 0-2-2V3.4q0-2 2-2zM7.4 3.9v2.5h9.2V3.9q-4.6-1.2-9.2 0zM9.4 9.4v3.4h5.2V9.4zM9.4 15.4v3.4h5.2v-3.4z',
  },
  sailboat: {
    turns: true,
    fill: 'M12 .9q5.6 6.2 5.6 13.2 0 5-2.1 8.5H8.5q-2.1-3.5-2.1-8.5 0-7 5.6-13.2zM11.2 7.2q.6 6.4-2.1 12.4 1.6.7 3.3.5 2.8-7 .2-13.2-.6-.3-1.4.3z',
  },
  motorboat: {
    turns: true,
    fill: 'M12 .9q5.8 5.3 5.8 12v7.6q0 2.1-2.1 2.1H8.3q-2.1 0-2.1-2.1v-7.6q0-6.7 5.8-12zM8.4 11.9v2.2q3.6-2 7.2 0v-2.2q-3.6-2.8-7.2 0zM8.8 16.2v4h6.4v-4z',
  },
  ship: {
    turns: true,
    fill: 'M12 .6q4.3 3.6 4.3 8.2v11.9q0 2-2 2H9.7q-2 0-2-2V8.8Q7.7 4.2 12 .6zM9.9 8.4v2.4h4.2V8.4zM9.9 12.2v2.4h4.2v-2.4zM9.3 16.9v3.2h5.4v-3.2z',
  },
  aircraft: {
    turns: true,
    fill: 'M12 1.5q1.5.2 1.6 2.3l.2 3h7.4q1.2 0 1.2 1.2v1.6q0 1-1.1 1.1l-7.6.8-.5 6.3h2.9q1 0 1 1v1q0 .8-.8.9l-3.6.4-.7 1-.7-1-3.6-.4q-.8-.1-.8-.9v-1q0-1 1-1h2.9l-.5-6.3-7.6-.8q-1.1-.1-1.1-1.1V8q0-1.2 1.2-1.2h7.4l.2-3q.1-2.1 1.6-2.3z',
    line: { path: 'M8.6 1.9h6.8', width: 1.3 },
  },
  airliner: {
    turns: true,
    fill: 'M12 .9c1.2 0 1.8 1.5 1.8 3.2v4.6l9 6v2.5l-9-2.9v5l2.9 2.2v1.7L12 21.9l-4.7 1.3v-1.7l2.9-2.2v-5l-9 2.9v-2.5l9-6V4.1c0-1.7.6-3.2 1.8-3.2z',
  },
  helicopter: {
    turns: true,
    fill: 'M12 3.6q3.5 1 3.5 5.8 0 3.7-2.4 5.2l-.2 4.6h2.5v2.3H8.6v-2.3h2.5l-.2-4.6q-2.4-1.5-2.4-5.2 0-4.8 3.5-5.8z',
    line: { path: 'M3.9 2.2l16.2 14.2M20.1 2.2L3.9 16.4', width: 1.5 },
  },
  glider: {
    turns: true,
    fill: 'M12 2q1.3.3 1.4 3l.1 2.8 10 .9v1.9l-10 .6-.5 7h2.8v1.9l-3.8.6-3.8-.6v-1.9H11l-.5-7-10-.6V8.7l10-.9.1-2.8Q10.7 2.3 12 2z',
  },
  drone: {
    turns: true,
    fill: `${disc(5.2, 5.2, 4)}${disc(5.2, 5.2, 1.9)}${disc(18.8, 5.2, 4)}${disc(18.8, 5.2, 1.9)}${disc(5.2, 18.8, 4)}${disc(5.2, 18.8, 1.9)}${disc(18.8, 18.8, 4)}${disc(18.8, 18.8, 1.9)}M12 6.6l3.4 4v4.8q0 1-1 1H9.6q-1 0-1-1v-4.8z`,
    line: { path: 'M6.8 6.8l3 3M17.2 6.8l-3 3M6.8 17.2l3-3M17.2 17.2l-3-3', width: 2 },
  },
  animal: {
    turns: false,
    fill: `M12 11.4c3 0 6 3.7 6 6.5 0 2-1.5 3.1-3.1 3.1-1.2 0-1.9-.6-2.9-.6s-1.7.6-2.9.6C7.5 21 6 19.9 6 17.9c0-2.8 3-6.5 6-6.5z${oval(4.6, 11.1, 2, 2.7)}${oval(9, 5.9, 2.1, 2.9)}${oval(15, 5.9, 2.1, 2.9)}${oval(19.4, 11.1, 2, 2.7)}`,
  },
  container: {
    turns: false,
    fill: 'M2.4 5.4h19.2q1 0 1 1v11.2q0 1-1 1H2.4q-1 0-1-1V6.4q0-1 1-1zM4.4 8.2v7.6h1.7V8.2zM7.8 8.2v7.6h1.7V8.2zM11.2 8.2v7.6h1.7V8.2zM14.5 8.2v7.6h1.7V8.2zM17.9 8.2v7.6h1.7V8.2z',
  },
  beacon: {
    turns: false,
    fill: disc(12, 9, 2.5),
    line: {
      path: 'M12 10.5v11M8.2 21.6h7.6M8.1 12.9a5.5 5.5 0 0 1 0-7.8M15.9 12.9a5.5 5.5 0 0 0 0-7.8M4.9 15.7a9.5 9.5 0 0 1 0-13.4M19.1 15.7a9.5 9.5 0 0 0 0-13.4',
      width: 1.9,
    },
  },
  generic: {
    turns: false,
    fill: `${disc(12, 12, 7.5)}${disc(12, 12, 4.6)}${disc(12, 12, 2.2)}`,
  },
};

/** Names that other systems and older data use for the same icons. */
const ICON_ALIASES: ReadonlyMap<string, IconName> = new Map([
  ['boat', 'motorboat'],
  ['plane', 'airliner'],
  ['bike', 'bicycle'],
  ['motorbike', 'motorcycle'],
  ['lorry', 'truck'],
  ['dog', 'animal'],
]);

/** The icon with that name; unknown names give the generic icon. */
export function iconOf(name: string): IconName {
  return ICON_NAMES.find((known) => known === name) ?? ICON_ALIASES.get(name) ?? 'generic';
}
