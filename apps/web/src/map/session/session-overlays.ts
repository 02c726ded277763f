import type { FeatureCollection } from 'geojson';
import type { GeoJSONSource, GeoJSONSourceDiff, ImageSource, MapLibreMap } from 'maplibre-gl';
import { GroundFeatures } from '../base/ground-features.ts';
import { type Shift, shiftCollection, shiftDifference, shiftSource } from '../base/shift.ts';
import { groundLayers, layerAbove, type OverlayId } from '../style/order.ts';
import type { Overlay } from '../style/overlay.ts';
import type { MapPalette } from '../style/palette.ts';

/** The overlays of a map, and what their sources hold on the ground. */
export interface SessionOverlays {
  readonly shown: ReadonlyMap<OverlayId, Overlay>;
  show(overlay: Overlay): () => void;
  setFeatures(source: string, features: FeatureCollection): Promise<void>;
  change(source: string, difference: GeoJSONSourceDiff): Promise<void>;
  /** Hands everything over again: the base layer has other coordinates. */
  shiftAgain(): void;
  /** The engine is about to go: nothing is left to change. */
  close(): void;
}

export interface SessionOverlaysOptions {
  readonly engine: MapLibreMap;
  readonly palette: () => MapPalette;
  readonly shift: () => Shift;
}

export function createOverlays({ engine, palette, shift }: SessionOverlaysOptions): SessionOverlays {
  const shown = new Map<OverlayId, Overlay>();
  const ground = new GroundFeatures();
  let closed = false;

  /** An overlay's source; undefined once the overlay or the map is gone, when nothing is left to change. */
  function source(name: string): GeoJSONSource | undefined {
    return closed ? undefined : engine.getSource<GeoJSONSource>(name);
  }

  function hide(overlay: Overlay): void {
    if (shown.get(overlay.id) !== overlay) return;
    shown.delete(overlay.id);
    // The map may have gone first.
    if (closed) return;
    for (const { id } of overlay.layers(palette())) engine.removeLayer(id);
    const used = new Set([...shown.values()].flatMap((one) => Object.keys(one.sources)));
    for (const name of Object.keys(overlay.sources)) {
      if (used.has(name)) continue;
      engine.removeSource(name);
      ground.forget(name);
    }
  }

  return {
    shown,
    show(overlay) {
      addOverlay(engine, overlay, shown, palette(), shift());
      shown.set(overlay.id, overlay);
      return () => hide(overlay);
    },
    setFeatures(name, features) {
      const taking = source(name)?.setData(shiftCollection(features, shift().toMap));
      if (taking !== undefined) ground.set(name, features);
      return taking ?? Promise.resolve();
    },
    change(name, difference) {
      const taking = source(name)?.updateData(shiftDifference(difference, shift().toMap));
      if (taking !== undefined) ground.change(name, difference);
      return taking ?? Promise.resolve();
    },
    shiftAgain() {
      const { toMap } = shift();
      for (const [name, features] of ground.all())
        void source(name)?.setData(shiftCollection(features, toMap));
      moveImages(engine, shown.values(), toMap);
    },
    close() {
      closed = true;
    },
  };
}

/** Adds an overlay's sources and layers to the engine, in their place of the stacking order. */
function addOverlay(
  engine: MapLibreMap,
  overlay: Overlay,
  shown: ReadonlyMap<OverlayId, Overlay>,
  palette: MapPalette,
  { toMap }: Shift,
): void {
  const layers = new Map([...shown.values()].map((one) => [one.id, one.layers(palette).map(({ id }) => id)]));
  const before = overlay.underNames ? firstName(engine, layers) : layerAbove(overlay.id, layers);
  for (const [name, spec] of Object.entries(overlay.sources))
    if (engine.getSource(name) === undefined)
      engine.addSource(name, spec.type === 'image' ? shiftSource(spec, toMap) : spec);
  for (const layer of overlay.layers(palette)) engine.addLayer(layer, before);
}

/** The lowest layer over all that is the ground of the base map. */
function firstName(
  engine: MapLibreMap,
  shown: ReadonlyMap<OverlayId, readonly string[]>,
): string | undefined {
  const order = engine.getLayersOrder();
  const ours = new Set([...shown.values()].flat());
  const end = order.findIndex((id) => ours.has(id));
  const base = order.slice(0, end < 0 ? order.length : end);
  return order[groundLayers(base.map((id) => ({ type: engine.getLayer(id)?.type ?? '' })))];
}

/** Pictures that overlays lay on the ground, whose corners are in their sources. */
function moveImages(engine: MapLibreMap, overlays: Iterable<Overlay>, toMap: Shift['toMap']): void {
  for (const { sources } of overlays)
    for (const [name, spec] of Object.entries(sources))
      if (spec.type === 'image')
        engine.getSource<ImageSource>(name)?.setCoordinates(shiftSource(spec, toMap).coordinates);
}
