import type { Position } from '@wakeline/domain/fences/fence-shape';
import type { GeoJSONStoreFeatures } from 'terra-draw';
import type { DrawKind, DrawnShape, DrawOptions, DrawState } from './draw-surface.ts';
import { firstCoordinates, type Handle, handlesOf, normaliseLongitudes } from './edit-shape.ts';
import { createStepHistory } from './step-history.ts';
import { toDrawnShape } from './to-drawn-shape.ts';

/** What is drawn and edited on a surface, and its steps: nothing of the map or the pointer. */
export class Sketch {
  readonly kind: DrawKind;
  readonly steps;
  /** What is dragged, before it is let go. */
  preview: DrawnShape | null = null;
  /** The corner that was last taken hold of. */
  active: Handle | null = null;
  /** The place that the pointer snaps to now. */
  snapped: Position | null = null;
  /** What terra-draw holds while it draws. */
  draft: readonly GeoJSONStoreFeatures[] = [];
  /** The next ring that is drawn is a hole. */
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

  /** What is finished, as it is dragged now. */
  get visibleShape(): DrawnShape | null {
    return this.preview ?? this.steps.current;
  }

  get isEditing(): boolean {
    return this.steps.current !== null && !this.addingHole;
  }

  /** One step, which can be undone. */
  push(drawn: DrawnShape | null): void {
    this.steps.push(drawn === null ? null : this.#withHole(drawn));
  }

  /** Places that the pointer snaps to: those of other objects, and corners of its own except for the one that is held. */
  *snapTargets(): Iterable<Position> {
    yield* this.#snapTo;
    const drawn = this.steps.current;
    if (drawn === null || drawn.kind === 'circle') return;
    for (const handle of handlesOf(drawn))
      if (
        handle.role === 'corner' &&
        (handle.ring !== this.active?.ring || handle.index !== this.active.index)
      )
        yield handle.coordinates;
  }

  /** Longitudes run on from here; null: nothing is drawn yet. */
  referenceLng(): number | null {
    const drawn = this.#draftShape() ?? this.visibleShape;
    if (drawn !== null) return firstCoordinates(drawn)[0];
    const first = this.draft
      .find(({ geometry }) => geometry.type !== 'Point')
      ?.geometry.coordinates.flat(2)[0];
    return typeof first === 'number' ? first : null;
  }

  /** @param isDrawing whether terra-draw has begun something; `canRedo`: whether it can take a step of that again. */
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

  /** What terra-draw is drawing, as far as it is a shape. */
  #draftShape(): DrawnShape | null {
    const feature = this.draft.find(({ properties }) => properties.currentlyDrawing === true);
    return feature === undefined ? null : toDrawnShape(this.kind, feature);
  }

  /** What was drawn, as a further ring of what is there when it is a hole. */
  #withHole(drawn: DrawnShape): DrawnShape {
    const outline = this.steps.current;
    if (!this.addingHole || drawn.kind !== 'polygon' || outline?.kind !== 'polygon') return drawn;
    return {
      kind: 'polygon',
      shape: { type: 'POLYGON', rings: [...outline.shape.rings, ...drawn.shape.rings] },
    };
  }
}
