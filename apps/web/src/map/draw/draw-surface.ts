import type { FenceShape, Position } from '@wakeline/domain/fences/fence-shape';

/** What the user draws, in WGS-84. */
export type DrawnShape =
  | { readonly kind: 'line'; readonly line: readonly Position[] }
  | { readonly kind: 'polygon'; readonly shape: Extract<FenceShape, { type: 'POLYGON' }> }
  | { readonly kind: 'rectangle'; readonly shape: Extract<FenceShape, { type: 'RECTANGLE' }> }
  | { readonly kind: 'circle'; readonly shape: Extract<FenceShape, { type: 'CIRCULAR' }> }
  | { readonly kind: 'marker'; readonly coordinates: Position };

export type DrawKind = DrawnShape['kind'];

/** The current state of a drawing. */
export interface DrawState {
  readonly kind: DrawKind;
  /** Null: there is no valid shape yet. During drawing it is what the user sees. */
  readonly drawn: DrawnShape | null;
  /** True after a double click, Enter or a click on the first vertex, and for a shape opened for editing. */
  readonly finished: boolean;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
}

/**
 * Drawing one shape on the map with a pointer, for all tools and forms. One surface can be open on a map at a time;
 * opening another one stops the first.
 */
export interface DrawSurface {
  readonly state: DrawState;
  /** Called after each change of `state`. */
  subscribe(listener: () => void): () => void;
  /** Replaces the drawing with a shape to edit, such as typed coordinates or a stored object. Can be undone. */
  put(drawn: DrawnShape): void;
  /** Polygons only: the next ring drawn becomes a hole. */
  addHole(): void;
  undo(): void;
  redo(): void;
  /** Removes the drawing and starts again. */
  clear(): void;
  /** Changes the colour (`#rrggbb`). */
  recolor(color: string): void;
  /** Stops drawing and removes everything from the map. */
  stop(): void;
}

export interface DrawOptions {
  readonly kind: DrawKind;
  /** `#rrggbb` */
  readonly color: string;
  /** The shape to edit; without it a new one is drawn. */
  readonly start?: DrawnShape;
  /** Further snap targets besides the drawing itself: vertices of other objects. */
  readonly snapTo?: readonly Position[];
}
