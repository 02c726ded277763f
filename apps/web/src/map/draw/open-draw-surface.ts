import type { Position } from '@wakeline/domain/fences/fence-shape';
import { nearestLng } from '@wakeline/domain/geo/web-mercator';
import type { MapLibreMap } from 'maplibre-gl';
import { type GeoJSONStoreFeatures, TerraDraw } from 'terra-draw';
import { DRAWING, drawing } from '../layers/drawing.ts';
import type { MapView } from '../map-view.ts';
import { takePointer } from '../pointer-taken.ts';
import { DrawAdapter, projected } from './draw-adapter.ts';
import { listenToDrawKeys } from './draw-keys.ts';
import type { Drawn, DrawOptions, DrawState, DrawSurface } from './draw-surface.ts';
import { drawnFeatures } from './drawn-features.ts';
import { editHands } from './edit-hands.ts';
import { EditMode } from './edit-mode.ts';
import { firstPlace, type Handle, handlesOf, normalised } from './edit-shape.ts';
import { fromTerra } from './from-terra.ts';
import { snapTo } from './snap.ts';
import { stepHistory } from './step-history.ts';
import { terraMode } from './terra-modes.ts';

/** Pixels round a place that still mean it. */
const REACH = { pointer: 10, finger: 22 } as const;

/** The one surface that is open on a map. */
const open = new WeakMap<MapLibreMap, DrawSurface>();

/** Lets somebody draw on the map, or edit what `start` says, until it is stopped. Ends the surface that is open on this map. */
export function openDrawSurface(view: MapView, options: DrawOptions): DrawSurface {
  open.get(view.engine)?.stop();

  const { kind } = options;
  let { color } = options;
  const reach = matchMedia('(pointer: coarse)').matches ? REACH.finger : REACH.pointer;
  const steps = stepHistory<Drawn | null>(options.start ?? null);
  const listeners = new Set<() => void>();
  let preview: Drawn | null = null;
  let active: Handle | null = null;
  let snapped: Position | null = null;
  let draft: readonly GeoJSONStoreFeatures[] = [];
  let addingHole = false;
  let stopped = false;
  let frame = 0;
  let pressed: {
    readonly pixel: { readonly x: number; readonly y: number };
    readonly place: Position;
  } | null = null;

  const shownNow = () => preview ?? steps.current;
  const isEditing = () => steps.current !== null && !addingHole;

  const hands = editHands({
    get: () => steps.current,
    preview(drawn) {
      preview = drawn;
      changed();
    },
    commit,
    setActive(handle) {
      active = handle;
      changed();
    },
    setCursor: (cursor) => adapter.setCursor(cursor),
    project: (place) => projected(view, place),
    pressedAt: () => pressed,
    reach,
  });

  const adapter = new DrawAdapter({
    view,
    placeAt,
    onDraft(features) {
      draft = features;
      changed();
    },
  });
  const mode = terraMode(kind, reach);
  const terra = new TerraDraw({ adapter, modes: [mode, new EditMode(hands)] });
  terra.on('finish', (id) => {
    const feature = terra.getSnapshotFeature(id);
    const drawn = feature === undefined ? null : fromTerra(kind, feature);
    terra.clear();
    if (drawn !== null) commit(drawn);
  });

  /** Where the pointer means: a corner that is near, and the picture of the earth in which the shape lies. */
  function placeAt(x: number, y: number): Position {
    const near = isEditing() && hands.holding !== 'handle' ? null : snapTo(view, { x, y }, corners());
    if (near !== snapped) {
      snapped = near;
      paint();
    }
    const { lng, lat } = view.unproject({ x, y });
    const [east, north] = near ?? [lng, lat];
    return [nearestLng(east, reference()), north];
  }

  /** Longitudes run on from here. */
  function reference(): number {
    const drawn = draftShape() ?? shownNow();
    if (drawn !== null) return firstPlace(drawn)[0];
    const first = draft.find(({ geometry }) => geometry.type !== 'Point')?.geometry.coordinates.flat(2)[0];
    return typeof first === 'number' ? first : view.engine.getCenter().lng;
  }

  function* corners(): Iterable<Position> {
    yield* options.snapTo ?? [];
    const drawn = steps.current;
    if (drawn === null || drawn.kind === 'circle') return;
    for (const handle of handlesOf(drawn))
      if (handle.role === 'corner' && (handle.ring !== active?.ring || handle.index !== active.index))
        yield handle.place;
  }

  /** What terra-draw is drawing, as far as it is a shape. */
  function draftShape(): Drawn | null {
    const feature = draft.find(({ properties }) => properties.currentlyDrawing === true);
    return feature === undefined ? null : fromTerra(kind, feature);
  }

  function look(): DrawState {
    const shape = draftShape();
    const drawn = shape === null ? shownNow() : withHole(shape);
    return {
      kind: drawn?.kind ?? kind,
      drawn: drawn === null ? null : normalised(drawn),
      finished: isEditing(),
      canUndo: mode.state === 'drawing' || addingHole || steps.canUndo,
      canRedo: mode.redoSize() > 0 || steps.canRedo,
    };
  }

  /** What was drawn, as a further ring of what is there when it is a hole. */
  function withHole(drawn: Drawn): Drawn {
    const whole = steps.current;
    if (!addingHole || drawn.kind !== 'polygon' || whole?.kind !== 'polygon') return drawn;
    return {
      kind: 'polygon',
      shape: { type: 'POLYGON', rings: [...whole.shape.rings, ...drawn.shape.rings] },
    };
  }

  let state: DrawState = { kind, drawn: null, finished: false, canUndo: false, canRedo: false };

  function changed(): void {
    if (stopped) return;
    state = look();
    paint();
    for (const listener of listeners) listener();
  }

  function paint(): void {
    if (stopped || frame !== 0) return;
    frame = requestAnimationFrame(() => {
      frame = 0;
      const features = drawnFeatures({
        drawn: shownNow(),
        edited: isEditing(),
        active,
        draft,
        snapped,
        color,
      });
      void view.setFeatures(DRAWING, features);
    });
  }

  /** Draws or edits, as it is now. */
  function enter(hole = false): void {
    addingHole = hole;
    snapped = null;
    const next = steps.current === null || hole ? kind : 'edit';
    if (terra.getMode() !== next) terra.setMode(next);
    changed();
  }

  function commit(drawn: Drawn | null): void {
    steps.push(drawn === null ? null : withHole(drawn));
    enter();
  }

  const surface: DrawSurface = {
    get state() {
      return state;
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    put(drawn) {
      if (stopped) return;
      terra.clear();
      addingHole = false;
      commit(drawn);
    },
    addHole() {
      if (stopped) return;
      if (steps.current?.kind === 'polygon') enter(true);
    },
    undo() {
      if (stopped) return;
      if (mode.state === 'drawing') {
        if (mode.undoSize() > 0) mode.undo();
        else mode.cleanUp();
        changed();
      } else {
        if (!addingHole) steps.undo();
        hands.cancel();
        enter();
      }
    },
    redo() {
      if (stopped) return;
      if (mode.redoSize() > 0) {
        mode.redo();
        changed();
      } else if (steps.canRedo) {
        steps.redo();
        hands.cancel();
        enter();
      }
    },
    clear() {
      if (stopped) return;
      terra.clear();
      addingHole = false;
      if (steps.current === null) enter();
      else commit(null);
    },
    recolor(next) {
      color = next;
      paint();
    },
    stop() {
      if (stopped) return;
      stopped = true;
      cancelAnimationFrame(frame);
      removeEventListener('pointerup', letGo);
      view.engine.getCanvas().removeEventListener('pointerdown', press);
      endKeys();
      terra.stop();
      adapter.setDoubleClickToZoom(true);
      adapter.setDraggability(true);
      adapter.setCursor('unset');
      hide();
      giveBack();
      listeners.clear();
      if (open.get(view.engine) === surface) open.delete(view.engine);
    },
  };

  function press({ clientX, clientY }: PointerEvent): void {
    const { left, top } = view.engine.getCanvas().getBoundingClientRect();
    const pixel = { x: clientX - left, y: clientY - top };
    const { lng, lat } = view.unproject(pixel);
    pressed = { pixel, place: [lng, lat] };
  }

  /** A pointer that is let go beside the map is not told to it. */
  function letGo(event: PointerEvent): void {
    if (!hands.dragging || event.target === view.engine.getCanvas()) return;
    hands.drop();
    adapter.release();
  }

  const done = (can: boolean, act: () => void) => {
    if (can) act();
    return can;
  };
  const endKeys = listenToDrawKeys({
    escape() {
      if (hands.dragging) {
        hands.cancel();
        adapter.release();
      } else if (mode.state === 'drawing') {
        mode.cleanUp();
        changed();
      } else if (addingHole) enter();
      else return false;
      return true;
    },
    enter: () =>
      done(mode.state === 'drawing', () =>
        mode.onKeyUp({ key: 'Enter', heldKeys: [], preventDefault: () => undefined }),
      ),
    remove: () => hands.removeActive(),
    undo: () => done(state.canUndo, surface.undo),
    redo: () => done(state.canRedo, surface.redo),
  });

  const giveBack = takePointer(view);
  const hide = view.show(drawing);
  addEventListener('pointerup', letGo);
  // Before terra-draw hears of it.
  view.engine.getCanvas().addEventListener('pointerdown', press);
  terra.start();
  open.set(view.engine, surface);
  enter();
  return surface;
}
