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

const BY_REFERENCE: Readonly<Record<string, SymbolDrawing>> = DRAWINGS;

/** The drawing of a symbol by its IOF reference; null: there is none, its name is used. */
export function symbolDrawing(reference: string): SymbolDrawing | null {
  return Object.hasOwn(BY_REFERENCE, reference) ? (BY_REFERENCE[reference] ?? null) : null;
}
