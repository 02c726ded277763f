import DRAWINGS from './symbol-drawings.json' with { type: 'json' };

/** A symbol of a control description in a box of 200 by 200 units, or 1,600 by 200 if it is wide, around 0, 0; y down. */
export interface SymbolDrawing {
  /** Over all columns. */
  readonly wide?: boolean;
  readonly shapes: readonly {
    /** SVG path data. */
    readonly path: string;
    readonly filled: boolean;
    /** Width of the outline; 0: none. */
    readonly width: number;
  }[];
}

/** Drawn for Wakeline: the package of the other drawings has no symbol for radio controls. A flash with the head of an arrow. */
const RADIO_CONTROL: SymbolDrawing = {
  shapes: [
    { path: 'M 35 -70 L -30 10 L 25 -10 L -25 65', filled: false, width: 12.5 },
    { path: 'M -35 70 L -34 22 L 5 48 Z', filled: true, width: 0 },
  ],
};

const BY_REFERENCE: Readonly<Record<string, SymbolDrawing>> = {
  ...DRAWINGS,
  '12.3': RADIO_CONTROL,
  // Its drawing is wider than the box of a column, but the package does not mark it as wide.
  '15.6': { ...DRAWINGS['15.6'], wide: true },
};

/** The drawing of a symbol by its IOF reference; null: there is none, its name is used. */
export function symbolDrawing(reference: string): SymbolDrawing | null {
  return Object.hasOwn(BY_REFERENCE, reference) ? (BY_REFERENCE[reference] ?? null) : null;
}
