/** Icons of labelled points, on a grid of 24. */
export interface PointGlyph {
  /** Path data of filled areas (even-odd). */
  readonly fill: string;
  /** Path data of lines with round ends, and their width on the grid. */
  readonly line?: { readonly path: string; readonly width: number };
}

export const POINT_ICONS = [
  'flag',
  'dot',
  'star',
  'house',
  'warehouse',
  'camp',
  'anchor',
  'fuel',
  'parking',
  'medical',
  'food',
  'water',
  'photo',
  'danger',
  'summit',
  'finish',
] as const;

export type PointIcon = (typeof POINT_ICONS)[number];

export const POINT_GLYPHS: Readonly<Record<PointIcon, PointGlyph>> = {
  flag: { fill: 'M7 4h11l-2.6 4L18 12H7z', line: { path: 'M7 3.5v17', width: 2.2 } },
  dot: { fill: 'M7 12a5 5 0 1 0 10 0a5 5 0 1 0-10 0z' },
  star: { fill: 'M12 2.6l2.9 6 6.6.9-4.8 4.6 1.2 6.5-5.9-3.1-5.9 3.1 1.2-6.5L2.5 9.5l6.6-.9z' },
  house: { fill: 'M12 3l9.4 8.2h-2.6V20h-5v-5.6h-3.6V20h-5v-8.8H2.6z' },
  warehouse: {
    fill: 'M12 3.4l10 4.8V20h-3.2v-8.6H5.2V20H2V8.2zM7.2 13h9.6v2H7.2zM7.2 16h9.6v1.8H7.2zM7.2 18.6h9.6V20H7.2z',
  },
  camp: { fill: 'M12 4l9.6 16h-6.2L12 14l-3.4 6H2.4z' },
  anchor: {
    fill: '',
    line: {
      path: 'M12 8v13M7.6 11.4h8.8M9.8 5.6a2.2 2.2 0 1 0 4.4 0a2.2 2.2 0 1 0-4.4 0M4 14.4q1 6.4 8 6.4t8-6.4',
      width: 2.3,
    },
  },
  fuel: {
    fill: 'M4.6 5q0-1.6 1.6-1.6h6q1.6 0 1.6 1.6v15.6H4.6zM6.8 5.8v4h4.8v-4z',
    line: { path: 'M14 12.6h1.6q1.2 0 1.2 1.2v3.4q0 1.4 1.4 1.4t1.4-1.4V9.4L16.8 6.4', width: 1.9 },
  },
  parking: {
    fill: '',
    line: { path: 'M8.4 20V4.4h4.4a4.7 4.7 0 0 1 0 9.4H8.4', width: 3.2 },
  },
  medical: { fill: 'M9.2 3.4h5.6v5.8h5.8v5.6h-5.8v5.8H9.2v-5.8H3.4V9.2h5.8z' },
  food: {
    fill: '',
    line: {
      path: 'M7.4 3.6v5M4.8 3.6v3.8q0 2.6 2.6 2.6T10 7.4V3.6M7.4 10v10.4M16.6 20.4V3.6q-3.4 1.8-3.4 9h3.4',
      width: 2,
    },
  },
  water: { fill: 'M12 2.6q6.6 7.6 6.6 12.2a6.6 6.6 0 0 1-13.2 0Q5.4 10.2 12 2.6z' },
  photo: {
    fill: 'M8.6 5.4l1.4-2h4l1.4 2h3.8q2 0 2 2v10.2q0 2-2 2H4.8q-2 0-2-2V7.4q0-2 2-2zM12 8.2a4.2 4.2 0 1 0 0 8.4a4.2 4.2 0 1 0 0-8.4zM12 10.2a2.2 2.2 0 1 1 0 4.4a2.2 2.2 0 1 1 0-4.4z',
  },
  danger: { fill: 'M12 2.6l10.2 18H1.8zM10.8 9v5.8h2.4V9zM10.8 16.2v2.4h2.4v-2.4z' },
  summit: { fill: 'M2 20L9.6 6.4l3.6 6.2 2-3L22 20zM9.6 9.6l-2 3.8 2-.6 2 .8z' },
  finish: {
    fill: 'M5 3.6h4.4v3.6H5zM13.8 3.6h4.4v3.6h-4.4zM9.4 7.2h4.4v3.6H9.4zM5 10.8h4.4v3.6H5zM13.8 10.8h4.4v3.6h-4.4z',
    line: { path: 'M5 3.4v17.2M5 3.6h13.2v10.8H5', width: 1.8 },
  },
};

/** The icon with that name; unknown names give the flag. */
export function toPointIcon(name: string): PointIcon {
  return POINT_ICONS.find((known) => known === name) ?? 'flag';
}

/** Whether this is the URL of an uploaded image rather than the name of a built-in icon. */
export function isPicture(iconUrl: string): boolean {
  return iconUrl.includes('/');
}
