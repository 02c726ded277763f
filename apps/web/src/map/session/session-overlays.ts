import type { FeatureCollection } from 'geojson';
import type {
  GeoJSONSource,
  GeoJSONSourceDiff,
  ImageSource,
  MapLibreMap,
  RasterTileSource,
} from 'maplibre-gl';
import { type DatumShift, shiftCollection, shiftDifference, shiftSource } from '../base/datum-shift.ts';
import { SourceFeatures } from '../base/source-features.ts';
import { countGroundLayers, findLayerAbove, type OverlayId } from '../style/order.ts';
import type { Overlay } from '../style/overlay.ts';
import type { MapPalette } from '../style/palette.ts';

/** The overlays of a map and the features of their sources in WGS-84. */
export interface SessionOverlays {
  readonly visible: ReadonlyMap<OverlayId, Overlay>;
  show(overlay: Overlay): () => void;
  setFeatures(source: string, features: FeatureCollection): Promise<void>;
  change(source: string, difference: GeoJSONSourceDiff): Promise<void>;
  /** Sets all features again after a change of the datum. */
  reproject(): void;
  /** Called before the engine is removed: later changes are ignored. */
  close(): void;
}

export interface SessionOverlaysOptions {
  readonly engine: MapLibreMap;
  readonly palette: () => MapPalette;
  readonly shift: () => DatumShift;
}

export function createOverlays({ engine, palette, shift }: SessionOverlaysOptions): SessionOverlays {
  const visible = new Map<OverlayId, Overlay>();
  const sourceFeatures = new SourceFeatures();
  let closed = false;

  /** An overlay's source; undefined if the overlay or the map was removed. */
  function source(name: string): GeoJSONSource | undefined {
    return closed ? undefined : engine.getSource<GeoJSONSource>(name);
  }

  function hide(overlay: Overlay): void {
    if (visible.get(overlay.id) !== overlay) return;
    visible.delete(overlay.id);
    // The map may have been removed first.
    if (closed) return;
    for (const { id } of overlay.layers(palette())) engine.removeLayer(id);
    const usedSources = new Set([...visible.values()].flatMap((one) => Object.keys(one.sources)));
    for (const name of Object.keys(overlay.sources)) {
      if (usedSources.has(name)) continue;
      engine.removeSource(name);
      sourceFeatures.delete(name);
    }
  }

  return {
    visible,
    show(overlay) {
      addOverlay(engine, overlay, visible, palette(), shift());
      visible.set(overlay.id, overlay);
      return () => hide(overlay);
    },
    setFeatures(name, features) {
      const update = source(name)?.setData(shiftCollection(features, shift().toMapDatum));
      if (update !== undefined) sourceFeatures.set(name, features);
      return update ?? Promise.resolve();
    },
    change(name, difference) {
      const update = source(name)?.updateData(shiftDifference(difference, shift().toMapDatum));
      if (update !== undefined) sourceFeatures.change(name, difference);
      return update ?? Promise.resolve();
    },
    reproject() {
      const { toMapDatum, datum } = shift();
      for (const [name, features] of sourceFeatures.all())
        void source(name)?.setData(shiftCollection(features, toMapDatum));
      moveImages(engine, visible.values(), toMapDatum);
      changeArchives(engine, visible.values(), datum);
    },
    close() {
      closed = true;
    },
  };
}

/** Adds an overlay's sources and layers to the engine, at its place in the stacking order. */
function addOverlay(
  engine: MapLibreMap,
  overlay: Overlay,
  visible: ReadonlyMap<OverlayId, Overlay>,
  palette: MapPalette,
  { toMapDatum, datum }: DatumShift,
): void {
  const layers = new Map(
    [...visible.values()].map((one) => [one.id, one.layers(palette).map(({ id }) => id)]),
  );
  const before = overlay.belowLabels ? firstLabelLayer(engine, layers) : findLayerAbove(overlay.id, layers);
  for (const [name, spec] of Object.entries(overlay.sources))
    if (engine.getSource(name) === undefined) {
      const url = overlay.datumUrls?.[name]?.[datum];
      if (spec.type === 'image') engine.addSource(name, shiftSource(spec, toMapDatum));
      else
        engine.addSource(
          name,
          (spec.type === 'raster' || spec.type === 'vector') && url !== undefined ? { ...spec, url } : spec,
        );
    }
  for (const layer of overlay.layers(palette)) engine.addLayer(layer, before);
}

/** The lowest layer above the ground of the base map. */
function firstLabelLayer(
  engine: MapLibreMap,
  visible: ReadonlyMap<OverlayId, readonly string[]>,
): string | undefined {
  const order = engine.getLayersOrder();
  const overlayLayers = new Set([...visible.values()].flat());
  const end = order.findIndex((id) => overlayLayers.has(id));
  const base = order.slice(0, end < 0 ? order.length : end);
  return order[countGroundLayers(base.map((id) => ({ type: engine.getLayer(id)?.type ?? '' })))];
}

/** Replaces the archives of tiles that differ between the coordinates of base layers. */
function changeArchives(engine: MapLibreMap, overlays: Iterable<Overlay>, datum: DatumShift['datum']): void {
  for (const { datumUrls } of overlays)
    for (const [name, urls] of Object.entries(datumUrls ?? {})) {
      const tileSource = engine.getSource<RasterTileSource>(name);
      if (tileSource !== undefined && tileSource.url !== urls[datum]) tileSource.setUrl(urls[datum]);
    }
}

/** Updates the corners of image sources. */
function moveImages(
  engine: MapLibreMap,
  overlays: Iterable<Overlay>,
  toMapDatum: DatumShift['toMapDatum'],
): void {
  for (const { sources } of overlays)
    for (const [name, spec] of Object.entries(sources))
      if (spec.type === 'image')
        engine.getSource<ImageSource>(name)?.setCoordinates(shiftSource(spec, toMapDatum).coordinates);
}
