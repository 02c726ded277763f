import type { Position } from '@wakeline/domain/fences/fence-shape';
import type { GeoJSONStoreFeatures } from 'terra-draw';
import type { DrawKind, DrawnShape, DrawOptions, DrawState } from './draw-surface.ts';
import { firstCoordinates, type Handle, handlesOf, normaliseLongitudes } from './edit-shape.ts';
import { createStepHistory } from './step-history.ts';
import { toDrawnShape } from './to-drawn-shape.ts';

/** The shape on a surface and its undo steps, without the map or the pointer. */
export class Sketch {
  readonly kind: DrawKind;
  readonly steps;
  /** The shape during a drag. */
  preview: DrawnShape | null = null;
  /** The last grabbed vertex. */
  active: Handle | null = null;
  /** The current snap target. */
  snapped: Position | null = null;
  /** The features of terra-draw during drawing. */
  draft: readonly GeoJSONStoreFeatures[] = [];
  /** The next ring drawn is a hole. */
  addingHole = false;
  readonly #snapTo: readonly Position[];

  constructor({
    kind,
    start = null,
    snapTo = [],
  }: Pick<DrawOptions, 'kind' | 'snapTo'> & { start?: DrawnShape | null }) {
    this.kind = kind;
    this.steps = createStepHistory<DrawnShape | null>(start);
    this.#snapTo = snapTo;
  }

  /** The finished shape in its current dragged state. */
  get visibleShape(): DrawnShape | null {
    return this.preview ?? this.steps.current;
  }

  get isEditing(): boolean {
    return this.steps.current !== null && !this.addingHole;
  }

  /** Adds one undo step. */
  push(drawn: DrawnShape | null): void {
    this.steps.push(drawn === null ? null : this.#withHole(drawn));
  }

  /**
   * Points that the pointer snaps to: those of other objects, and the vertices of the shape except the active one.
   */
  *snapTargets(): Iterable<Position> {
    yield* this.#snapTo;
    const drawn = this.steps.current;
    if (drawn === null || drawn.kind === 'circle') return;
    for (const handle of handlesOf(drawn))
      if (
        handle.role === 'vertex' &&
        (handle.ring !== this.active?.ring || handle.index !== this.active.index)
      )
        yield handle.coordinates;
  }

  /** Longitudes are continuous with this one; null while nothing is drawn. */
  referenceLng(): number | null {
    const drawn = this.#draftShape() ?? this.visibleShape;
    if (drawn !== null) return firstCoordinates(drawn)[0];
    const first = this.draft
      .find(({ geometry }) => geometry.type !== 'Point')
      ?.geometry.coordinates.flat(2)[0];
    return typeof first === 'number' ? first : null;
  }

  /**
   * @param isDrawing whether terra-draw has started a shape
   * @param canRedo whether terra-draw can redo a step of it
   */
  state(isDrawing: boolean, canRedo: boolean): DrawState {
    const shape = this.#draftShape();
    const drawn = shape === null ? this.visibleShape : this.#withHole(shape);
    return {
      kind: drawn?.kind ?? this.kind,
      drawn: drawn === null ? null : normaliseLongitudes(drawn),
      finished: this.isEditing,
      canUndo: isDrawing || this.addingHole || this.steps.canUndo,
      canRedo: canRedo || this.steps.canRedo,
    };
  }

  /** The valid shape that terra-draw is drawing; null if there is none yet. */
  #draftShape(): DrawnShape | null {
    const feature = this.draft.find(({ properties }) => properties.currentlyDrawing === true);
    return feature === undefined ? null : toDrawnShape(this.kind, feature);
  }

  /** The drawn ring as a further ring of the current polygon in hole mode. */
  #withHole(drawn: DrawnShape): DrawnShape {
    const outline = this.steps.current;
    if (!this.addingHole || drawn.kind !== 'polygon' || outline?.kind !== 'polygon') return drawn;
    return {
      kind: 'polygon',
      shape: { type: 'POLYGON', rings: [...outline.shape.rings, ...drawn.shape.rings] },
    };
  }
}
