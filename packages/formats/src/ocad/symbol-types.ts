/** What an OCAD file has of a symbol. Lengths are hundredths of a millimetre, angles tenths of a degree. */
export type OcadSymbol = PointSymbol | LineSymbol | AreaSymbol | TextSymbol | RectangleSymbol;

interface SymbolBase {
  /** As the file has it: 1000 times the integer part plus the rest; 101005 is symbol 101.5. */
  readonly number: number;
  readonly description: string;
  readonly hidden: boolean;
}

/** A part of a point symbol, in its own coordinates. */
export interface SymbolElement {
  readonly kind: 'line' | 'area' | 'circle' | 'dot';
  /** 0: flat ends, bevelled; 1: round; 4: flat ends, mitred. */
  readonly lineStyle: number;
  readonly color: number;
  readonly lineWidth: number;
  /** Of circles and dots; of circles the outer one. */
  readonly diameter: number;
  readonly path: OcadPath;
}

/** Vertices with their marks. */
export interface OcadPath {
  /** x and y in turn, y to the top. */
  readonly coordinates: Int32Array;
  /** A combination of marks (`marks.ts`) per vertex. */
  readonly marks: Uint8Array;
}

export interface PointSymbol extends SymbolBase {
  readonly type: 'point';
  readonly elements: readonly SymbolElement[];
}

export interface DoubleLine {
  /** 1: continuous; 2: left line dashed; 3: both lines dashed; 4: also the fill. */
  readonly mode: number;
  /** Color numbers; null: none. */
  readonly fillColor: number | null;
  readonly backgroundColor: number | null;
  readonly leftColor: number;
  readonly rightColor: number;
  readonly width: number;
  readonly leftWidth: number;
  readonly rightWidth: number;
  readonly dash: number;
  readonly gap: number;
}

export interface LineSymbol extends SymbolBase {
  readonly type: 'line';
  readonly color: number;
  readonly width: number;
  /** 0: bevel, flat; 1: round; 4: miter, flat; plus 2: pointed ends. */
  readonly style: number;
  readonly startDistance: number;
  readonly endDistance: number;
  readonly mainLength: number;
  readonly endLength: number;
  readonly mainGap: number;
  readonly secondaryGap: number;
  readonly endGap: number;
  /** At least this number of gaps or symbols, less one. */
  readonly minSymbols: number;
  readonly mainSymbolCount: number;
  readonly mainSymbolDistance: number;
  readonly double: DoubleLine | null;
  /** 0: off, 1: towards the end, 2: towards both ends. */
  readonly decreaseMode: number;
  /** Size of the last symbol in percent. */
  readonly decreaseLast: number;
  readonly framingColor: number;
  readonly framingWidth: number;
  readonly framingStyle: number;
  readonly mainSymbol: readonly SymbolElement[];
  readonly secondarySymbol: readonly SymbolElement[];
  readonly cornerSymbol: readonly SymbolElement[];
  readonly startSymbol: readonly SymbolElement[];
  readonly endSymbol: readonly SymbolElement[];
}

export interface AreaSymbol extends SymbolBase {
  readonly type: 'area';
  /** Null: no fill. */
  readonly fillColor: number | null;
  /** Number of the line symbol of the outline; null: none. */
  readonly borderSymbol: number | null;
  readonly hatchColor: number;
  readonly hatchWidth: number;
  readonly hatchDistance: number;
  /** One or two directions. */
  readonly hatchAngles: readonly number[];
  /** 0: none, 1: aligned rows, 2: shifted rows. */
  readonly structureMode: number;
  /** 0: cut at the outline, 1: only complete ones, 2: if the centre is inside, 3: if any part is inside. */
  readonly structureClip: number;
  readonly structureWidth: number;
  readonly structureHeight: number;
  readonly structureAngle: number;
  readonly structure: readonly SymbolElement[];
}

export interface TextSymbol extends SymbolBase {
  readonly type: 'text' | 'lineText';
  readonly font: string;
  readonly color: number;
  /** Tenths of a typographic point. */
  readonly size: number;
  readonly bold: boolean;
  readonly italic: boolean;
  /** Per cent of the font size. */
  readonly characterSpacing: number;
  /** Bits 0 and 1: left, centre, right, justified; bits 2 and 3: bottom, middle, top. */
  readonly alignment: number;
  /** Per cent of the font size. */
  readonly lineSpacing: number;
  readonly paragraphSpacing: number;
  /** 0: none, 1: shadow, 2: line, 3: rectangle. */
  readonly framingMode: number;
  readonly framingColor: number;
  readonly framingWidth: number;
  readonly framingOffset: readonly [x: number, y: number];
  /** Of the framing rectangle: left, bottom, right, top. */
  readonly framingBorders: readonly [number, number, number, number];
  readonly lineBelow: { readonly color: number; readonly width: number; readonly distance: number } | null;
}

export interface RectangleSymbol extends SymbolBase {
  readonly type: 'rectangle';
  readonly color: number;
  readonly width: number;
  readonly radius: number;
  /** Null: no grid. */
  readonly grid: {
    readonly cellWidth: number;
    readonly cellHeight: number;
    readonly numbered: boolean;
    readonly fromBottom: boolean;
    /** Number of cells at the end without a number. */
    readonly unnumberedCells: number;
    readonly unnumberedText: string;
  } | null;
}
