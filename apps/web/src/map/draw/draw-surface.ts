import type { FenceShape, Position } from '@wakeline/domain/fences/fence-shape';

/** What a person draws by hand, in WGS-84. */
export type DrawnShape =
  | { readonly kind: 'line'; readonly line: readonly Position[] }
  | { readonly kind: 'polygon'; readonly shape: Extract<FenceShape, { type: 'POLYGON' }> }
  | { readonly kind: 'rectangle'; readonly shape: Extract<FenceShape, { type: 'RECTANGLE' }> }
  | { readonly kind: 'circle'; readonly shape: Extract<FenceShape, { type: 'CIRCULAR' }> }
  | { readonly kind: 'marker'; readonly coordinates: Position };

export type DrawKind = DrawnShape['kind'];

/** What is drawn at this moment. */
export interface DrawState {
  readonly kind: DrawKind;
  /** Null: there is nothing yet that could be kept. While it is drawn it is what the person sees. */
  readonly drawn: DrawnShape | null;
  /** The person has ended it (double click, Enter, a click on the first corner), or it came finished to be edited. */
  readonly finished: boolean;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
}

/**
 * Drawing one thing on the map with a pointer: the one way in which tools and forms let somebody draw. One surface is open on a map at
 * a time; opening another one ends the first.
 */
export interface DrawSurface {
  readonly state: DrawState;
  /** Called after each change of `state`. */
  subscribe(listener: () => void): () => void;
  /** Puts something there to be edited, in place of what is drawn: typed-in coordinates, an object as it is stored. Can be undone. */
  put(drawn: DrawnShape): void;
  /** Polygons only: the next ring that is drawn is a hole in what is there. */
  addHole(): void;
  undo(): void;
  redo(): void;
  /** Begins anew. */
  clear(): void;
  /** Draws it in another colour (`#rrggbb`). */
  recolor(color: string): void;
  /** Ends it and takes everything off the map. */
  stop(): void;
}

export interface DrawOptions {
  readonly kind: DrawKind;
  /** `#rrggbb` */
  readonly color: string;
  /** What is edited; without it a new one is drawn. */
  readonly start?: DrawnShape;
  /** Places that the pointer snaps to besides what is drawn itself: corners of other objects. */
  readonly snapTo?: readonly Position[];
}
