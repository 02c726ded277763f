import { mercatorX, mercatorY } from '@wakeline/domain/geo/web-mercator';
import { placeAt } from '@wakeline/domain/replay/playback';
import type { Track } from '@wakeline/domain/tracks/track';
import type { ElevationTiles } from '../layers/relief.ts';
import type { MapView } from '../map-view.ts';
import { PALETTES } from '../style/palette.ts';
import { headingAt } from './camera-mode.ts';
import type { CameraTarget } from './camera-on-map.ts';
import { flightAt, noseUp } from './flight.ts';
import { drawnHeights, type GroundReading, readGround } from './ground-heights.ts';
import { openGround } from './ground-on-map.ts';
import { emptyScene, rgbOf, type SceneItem } from './scene.ts';
import type { BodyKind } from './scene-bodies.ts';
import { colourRange, type SceneColour, vertexColours } from './scene-colours.ts';
import { createSceneLayer, SCENE_LAYER } from './scene-layer.ts';
import { alongLine, MOST_VERTICES, sceneLine } from './scene-line.ts';

/** A device to be drawn in 3D. */
export interface SceneTrack {
  readonly trackerId: number;
  readonly track: Track;
  /** How much each fix matters to the way over the ground: `TrackLine.levels`. */
  readonly levels: Uint8Array;
  /** `#rrggbb`. */
  readonly colour: string;
  readonly body: BodyKind;
}

export interface SceneOnMap {
  setTracks(tracks: readonly SceneTrack[]): void;
  setColour(colour: SceneColour): void;
  /** Tiles of the height of the ground, null for flat, and how many times as high everything is drawn. */
  setGround(tiles: ElevationTiles | null, rise: number): void;
  /** Epoch milliseconds; `wake`: milliseconds that are drawn strong behind the markers, null for all. */
  setTime(time: number, wake: number | null): void;
  /** From this device is looked: it does not stand in its own way. */
  setEye(trackerId: number | null): void;
  /** Where a device is at the time that was set; null when it is not drawn. */
  target(trackerId: number, over: number): CameraTarget | null;
  /** The base layer has other coordinates now. */
  moveOver(): void;
  stop(): void;
}

/** Metres below the lowest ground at which curtains end: the relief hides what is under it. */
const UNDER = 150;
/** Milliseconds between two readings of the ground while its tiles come. */
const READ_AFTER = 400;

export interface SceneEvents {
  /** More of the ground is known: what is looked at may stand higher. */
  readonly onGround: () => void;
  /** Tiles of the height of the ground were asked for, and cannot be had; or they can again. */
  readonly onGroundFailed: (failed: boolean) => void;
}

/** Shows tracks in 3D; nothing is drawn unless something changed. */
export function showScene(view: MapView, { onGround, onGroundFailed }: SceneEvents): SceneOnMap {
  const { engine } = view;
  const scene = emptyScene();
  let shown: readonly SceneTrack[] = [];
  let colour: SceneColour = 'none';
  let time = 0;
  let wake: number | null = null;
  let eye: number | null = null;
  let tiles: ElevationTiles | null = null;
  let readings: GroundReading[] = [];
  let soon: ReturnType<typeof setTimeout> | null = null;
  const ground = openGround(view, readSoon, onGroundFailed);

  /** On top of everything; again after the engine has lost it with its graphics context. */
  function keepLayer(): void {
    if (engine.getLayer(SCENE_LAYER) === undefined) engine.addLayer(createSceneLayer(scene));
    else if (engine.getLayersOrder().at(-1) !== SCENE_LAYER) engine.moveLayer(SCENE_LAYER);
  }

  function dress(): void {
    const { casing, sky, relief } = PALETTES[view.flavour];
    scene.casing = rgbOf(casing);
    scene.shade = rgbOf(relief.shade);
    engine.setSky({
      'sky-color': sky.top,
      'horizon-color': sky.horizon,
      'fog-color': sky.horizon,
      'sky-horizon-blend': 0.7,
      'horizon-fog-blend': 0.6,
      'fog-ground-blend': 0.85,
    });
    keepLayer();
  }

  function lineOf(of: SceneTrack): SceneItem {
    // All together have no more vertices than one may have.
    const line = sceneLine(of.track, of.levels, view.toMap, Math.floor(MOST_VERTICES / shown.length));
    const under = new Float32Array(line.length);
    return {
      line,
      colours: new Uint8Array(line.length * 4),
      heights: drawnHeights(line, under, tiles !== null),
      ground: under,
      version: 0,
      tail: { vertex: 0, share: 0 },
      head: { vertex: -1, share: 0 },
      body: null,
    };
  }

  function paint(): void {
    const range = colourRange(
      shown.map(({ track }) => track),
      colour,
    );
    for (const of of shown) {
      const item = scene.items.get(of.trackerId);
      if (item === undefined) continue;
      item.colours = vertexColours(of.track, item.line.fix, colour, rgbOf(of.colour), range);
      item.version += 1;
    }
  }

  function readSoon(): void {
    soon ??= setTimeout(() => {
      soon = null;
      read();
    }, READ_AFTER);
  }

  /** Asks for the ground under all tracks. */
  function read(): void {
    for (const reading of readings) reading.stop();
    readings = [];
    if (tiles === null) return;
    for (const item of scene.items.values())
      readings.push(
        readGround(
          item.line,
          item.ground,
          scene.rise,
          (lng, lat) => engine.queryTerrainElevation([lng, lat]),
          () => {
            lift(item);
            onGround();
          },
        ),
      );
  }

  function lift(item: SceneItem): void {
    item.heights = drawnHeights(item.line, item.ground, tiles !== null);
    item.version += 1;
    let lowest = 0;
    for (const { ground: under } of scene.items.values())
      for (const metres of under) if (metres < lowest) lowest = metres;
    scene.floor = tiles === null ? 0 : (lowest - UNDER) * scene.rise;
    place();
  }

  /** Everything that the time says. */
  function place(): void {
    for (const of of shown) placeOne(of);
    engine.triggerRepaint();
  }

  function placeOne(of: SceneTrack): void {
    const item = scene.items.get(of.trackerId);
    const here = placeAt(of.track, time);
    if (item === undefined || here === null) return;
    const at = view.toMap(here);
    const [x, y] = [mercatorX(at.lng), mercatorY(at.lat)];
    const before = of.track.time[0] ?? 0;
    item.head = time < before ? { vertex: -1, share: 0 } : alongLine(item.line, here.index, x, y);
    item.tail = tailOf(of.track, item);
    const under = (ground.at(here) ?? 0) / scene.rise;
    const { height, climb } = flightAt(of.track, time);
    const drawn = tiles === null ? (height ?? 0) : Math.max(height ?? under, under);
    item.body =
      eye === of.trackerId
        ? null
        : {
            x: x + Math.round((item.line.x[0] ?? x) - x),
            y,
            height: drawn,
            ground: under,
            course: here.course ?? headingAt(of.track, time, 5_000),
            pitch: noseUp(climb, here.speed, scene.rise),
            colour: rgbOf(of.colour),
            kind: of.body,
            faint: here.gap,
          };
  }

  function tailOf(track: Track, item: SceneItem): SceneItem['tail'] {
    const since = wake === null ? null : time - wake;
    const place = since === null || since < (track.time[0] ?? 0) ? null : placeAt(track, since);
    if (place === null) return { vertex: 0, share: 0 };
    const at = view.toMap(place);
    return alongLine(item.line, place.index, mercatorX(at.lng), mercatorY(at.lat));
  }

  /** @param known what stays as it is. */
  function rebuild(known: readonly SceneTrack[]): void {
    const before = new Map(scene.items);
    scene.items.clear();
    for (const of of shown) {
      const same = known.some(({ track, trackerId }) => trackerId === of.trackerId && track === of.track);
      const item = same ? before.get(of.trackerId) : undefined;
      scene.items.set(of.trackerId, item ?? lineOf(of));
    }
    paint();
    place();
    readSoon();
  }

  dress();
  const subscriptions = [
    // A change of the look, or of the base layer.
    engine.on('style.load', dress),
    engine.on('styledata', keepLayer),
  ];

  return {
    setTracks(next) {
      const known = next.length === shown.length ? shown : [];
      shown = next;
      rebuild(known);
    },
    setColour(next) {
      colour = next;
      paint();
      engine.triggerRepaint();
    },
    setGround(next, rise) {
      const other = next !== tiles;
      tiles = next;
      scene.rise = rise;
      scene.relief = next !== null;
      ground.set(next, rise);
      for (const item of scene.items.values()) {
        if (other) item.ground.fill(0);
        lift(item);
      }
      place();
    },
    setTime(next, nextWake) {
      time = next;
      wake = nextWake;
      place();
    },
    setEye(next) {
      eye = next;
      place();
    },
    target(trackerId, over) {
      const of = shown.find((one) => one.trackerId === trackerId);
      const here = of === undefined ? null : placeAt(of.track, time);
      if (of === undefined || here === null) return null;
      const under = ground.at(here) ?? 0;
      const height = (flightAt(of.track, time).height ?? 0) * scene.rise;
      return {
        place: here,
        height: tiles === null ? height : Math.max(height, under),
        ground: under,
        heading: headingAt(of.track, time, over),
      };
    },
    moveOver: () => rebuild([]),
    stop() {
      if (soon !== null) clearTimeout(soon);
      for (const reading of readings) reading.stop();
      for (const subscription of subscriptions) subscription.unsubscribe();
      ground.stop();
      if (engine.getLayer(SCENE_LAYER) !== undefined) engine.removeLayer(SCENE_LAYER);
    },
  };
}
