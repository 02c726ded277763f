import type { Position } from '@wakeline/domain/fences/fence-shape';
import { nearestLng } from '@wakeline/domain/geo/web-mercator';
import type { MapLibreMap } from 'maplibre-gl';
import { TerraDraw } from 'terra-draw';
import { DRAWING, drawing } from '../layers/drawing.ts';
import type { MapView } from '../map-view.ts';
import { capturePointer } from '../pointer-capture.ts';
import { DrawAdapter, projectNearest } from './draw-adapter.ts';
import { listenToDrawKeys } from './draw-keys.ts';
import type { DrawnShape, DrawOptions, DrawState, DrawSurface } from './draw-surface.ts';
import { drawingFeatures } from './drawn-features.ts';
import { EditMode } from './edit-mode.ts';
import { listenToPress, type PressListener } from './press.ts';
import { ShapeEditor } from './shape-editor.ts';
import { Sketch } from './sketch.ts';
import { findSnapTarget } from './snap-target.ts';
import { createTerraMode } from './terra-modes.ts';
import { toDrawnShape } from './to-drawn-shape.ts';

/** Pixels around a point that still hit it. */
const HIT_TOLERANCE = { pointer: 10, finger: 22 } as const;

/** The open surface of each map. */
const openSurfaces = new WeakMap<MapLibreMap, DrawSurface>();

/**
 * Opens a surface for drawing, or for editing `start`, until it is stopped. Stops the surface that is already open on
 * this map.
 */
export function openDrawSurface(view: MapView, options: DrawOptions): DrawSurface {
  openSurfaces.get(view.engine)?.stop();
  const surface = new TerraDrawSurface(view, options);
  openSurfaces.set(view.engine, surface);
  return surface;
}

class TerraDrawSurface implements DrawSurface {
  readonly #view: MapView;
  readonly #sketch: Sketch;
  readonly #editor: ShapeEditor;
  readonly #adapter: DrawAdapter;
  readonly #mode: ReturnType<typeof createTerraMode>;
  readonly #terra: TerraDraw;
  readonly #press: PressListener;
  readonly #listeners = new Set<() => void>();
  /** Release the listeners and the map. */
  readonly #disposers: readonly (() => void)[];
  #color: string;
  #state: DrawState;
  #frame = 0;
  #stopped = false;

  constructor(view: MapView, options: DrawOptions) {
    const tolerance = matchMedia('(pointer: coarse)').matches ? HIT_TOLERANCE.finger : HIT_TOLERANCE.pointer;
    this.#view = view;
    this.#color = options.color;
    this.#sketch = new Sketch(options);
    this.#state = { kind: options.kind, drawn: null, finished: false, canUndo: false, canRedo: false };
    this.#editor = this.#createEditor(tolerance);
    this.#adapter = new DrawAdapter({
      view,
      coordinatesAt: (x, y) => this.#coordinatesAt(x, y),
      onDraft: (features) => {
        this.#sketch.draft = features;
        this.#notify();
      },
    });
    this.#mode = createTerraMode(options.kind, tolerance);
    this.#terra = this.#createTerra();
    const endKeys = this.#listenToKeys();
    const releasePointer = capturePointer(view);
    const hide = view.show(drawing);
    // Registered before terra-draw starts, so that it runs first.
    this.#press = listenToPress(view, () => {
      if (!this.#editor.dragging) return;
      this.#editor.drop();
      this.#adapter.release();
    });
    this.#terra.start();
    this.#disposers = [endKeys, hide, releasePointer];
    this.#updateMode();
  }

  get state(): DrawState {
    return this.#state;
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  put(drawn: DrawnShape): void {
    if (this.#stopped) return;
    this.#terra.clear();
    this.#sketch.addingHole = false;
    this.#commit(drawn);
  }

  addHole(): void {
    if (this.#stopped) return;
    if (this.#sketch.steps.current?.kind === 'polygon') this.#updateMode(true);
  }

  undo(): void {
    if (this.#stopped) return;
    if (this.#mode.state === 'drawing') {
      if (this.#mode.undoSize() > 0) this.#mode.undo();
      else this.#mode.cleanUp();
      this.#notify();
    } else {
      if (!this.#sketch.addingHole) this.#sketch.steps.undo();
      this.#editor.cancel();
      this.#updateMode();
    }
  }

  redo(): void {
    if (this.#stopped) return;
    if (this.#mode.redoSize() > 0) {
      this.#mode.redo();
      this.#notify();
    } else if (this.#sketch.steps.canRedo) {
      this.#sketch.steps.redo();
      this.#editor.cancel();
      this.#updateMode();
    }
  }

  clear(): void {
    if (this.#stopped) return;
    this.#terra.clear();
    this.#sketch.addingHole = false;
    if (this.#sketch.steps.current === null) this.#updateMode();
    else this.#commit(null);
  }

  recolor(color: string): void {
    this.#color = color;
    this.#paint();
  }

  stop(): void {
    if (this.#stopped) return;
    this.#stopped = true;
    cancelAnimationFrame(this.#frame);
    this.#press.stop();
    this.#terra.stop();
    this.#adapter.setDoubleClickToZoom(true);
    this.#adapter.setDraggability(true);
    this.#adapter.setCursor('unset');
    for (const dispose of this.#disposers) dispose();
    this.#listeners.clear();
    if (openSurfaces.get(this.#view.engine) === this) openSurfaces.delete(this.#view.engine);
  }

  #createEditor(tolerance: number): ShapeEditor {
    const sketch = this.#sketch;
    return new ShapeEditor({
      get: () => sketch.steps.current,
      preview: (drawn) => {
        sketch.preview = drawn;
        this.#notify();
      },
      commit: (drawn) => this.#commit(drawn),
      setActive: (handle) => {
        sketch.active = handle;
        this.#notify();
      },
      setCursor: (cursor) => this.#adapter.setCursor(cursor),
      project: (coordinates) => projectNearest(this.#view, coordinates),
      pressedAt: () => this.#press.last,
      tolerance,
    });
  }

  #createTerra(): TerraDraw {
    const terra = new TerraDraw({ adapter: this.#adapter, modes: [this.#mode, new EditMode(this.#editor)] });
    terra.on('finish', (id) => {
      const feature = terra.getSnapshotFeature(id);
      const drawn = feature === undefined ? null : toDrawnShape(this.#sketch.kind, feature);
      terra.clear();
      if (drawn !== null) this.#commit(drawn);
    });
    return terra;
  }

  #listenToKeys(): () => void {
    const runIf = (isPossible: boolean, act: () => void) => {
      if (isPossible) act();
      return isPossible;
    };
    return listenToDrawKeys({
      escape: () => this.#cancelStep(),
      enter: () =>
        runIf(this.#mode.state === 'drawing', () =>
          this.#mode.onKeyUp({ key: 'Enter', heldKeys: [], preventDefault: () => undefined }),
        ),
      remove: () => this.#editor.removeActive(),
      undo: () => runIf(this.#state.canUndo, () => this.undo()),
      redo: () => runIf(this.#state.canRedo, () => this.redo()),
    });
  }

  /** Cancels the current step. Returns whether there was one. */
  #cancelStep(): boolean {
    if (this.#editor.dragging) {
      this.#editor.cancel();
      this.#adapter.release();
    } else if (this.#mode.state === 'drawing') {
      this.#mode.cleanUp();
      this.#notify();
    } else if (this.#sketch.addingHole) this.#updateMode();
    else return false;
    return true;
  }

  /** The coordinates at a pixel: a near snap target if there is one, in the world copy of the shape. */
  #coordinatesAt(x: number, y: number): Position {
    const sketch = this.#sketch;
    const free = sketch.isEditing && this.#editor.draggedPart !== 'handle';
    const near = free ? null : findSnapTarget(this.#view, { x, y }, sketch.snapTargets());
    if (near !== sketch.snapped) {
      sketch.snapped = near;
      this.#paint();
    }
    const { lng, lat } = this.#view.unproject({ x, y });
    const [east, north] = near ?? [lng, lat];
    return [nearestLng(east, sketch.referenceLng() ?? this.#view.engine.getCenter().lng), north];
  }

  /** Selects drawing or editing, as the current state requires. */
  #updateMode(hole = false): void {
    const sketch = this.#sketch;
    sketch.addingHole = hole;
    sketch.snapped = null;
    const next = sketch.steps.current === null || hole ? sketch.kind : 'edit';
    if (this.#terra.getMode() !== next) this.#terra.setMode(next);
    this.#notify();
  }

  #commit(drawn: DrawnShape | null): void {
    this.#sketch.push(drawn);
    this.#updateMode();
  }

  #notify(): void {
    if (this.#stopped) return;
    this.#state = this.#sketch.state(this.#mode.state === 'drawing', this.#mode.redoSize() > 0);
    this.#paint();
    for (const listener of this.#listeners) listener();
  }

  #paint(): void {
    if (this.#stopped || this.#frame !== 0) return;
    this.#frame = requestAnimationFrame(() => {
      this.#frame = 0;
      const { visibleShape: drawn, isEditing, active, draft, snapped } = this.#sketch;
      const features = drawingFeatures({
        drawn,
        isEditing,
        active,
        draft,
        snapped,
        color: this.#color,
      });
      void this.#view.setFeatures(DRAWING, features);
    });
  }
}
