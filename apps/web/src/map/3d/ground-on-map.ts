import { type ElevationTiles, RELIEF, RELIEF_GROUND, relief } from '../layers/relief.ts';
import type { LngLat, MapView } from '../map-view.ts';

/** The height of the ground on a map. */
export interface GroundOnMap {
  /** Tiles of it, or flat; heights are drawn so many times as high. */
  set(tiles: ElevationTiles | null, rise: number): void;
  /** Metres as they are drawn; null where it is not known, or flat. */
  at(place: LngLat): number | null;
  stop(): void;
}

/** Squares along each side of a tile of the relief where the processor draws it: half of the engine's 128, two heights a square. */
const PLAIN_MESH = 64;
/** Programs that draw without a graphics card, as their makers name them. */
const BY_PROCESSOR = /swiftshader|llvmpipe|softpipe|software|basic render/i;

/** Whether there is no graphics card: each corner of the relief's mesh costs then. */
function drawnByProcessor(canvas: HTMLCanvasElement): boolean {
  const gl = canvas.getContext('webgl2');
  const known = gl?.getExtension('WEBGL_debug_renderer_info');
  return known ? BY_PROCESSOR.test(String(gl?.getParameter(known.UNMASKED_RENDERER_WEBGL))) : false;
}

/**
 * @param onChange more of the ground is known, or it became flat.
 * @param onFailed whether tiles that were asked for cannot be had.
 */
export function openGround(
  view: MapView,
  onChange: () => void,
  onFailed: (failed: boolean) => void,
): GroundOnMap {
  const { engine } = view;
  let shown: ElevationTiles | null = null;
  let hide: (() => void) | null = null;
  let failed = false;
  /** Tiles that have come. */
  const known = new Set<string>();
  const plain = drawnByProcessor(engine.getCanvas());

  function say(next: boolean): void {
    if (next === failed) return;
    failed = next;
    onFailed(next);
  }

  function lay(tiles: ElevationTiles | null): void {
    if (hide !== null) {
      engine.setTerrain(null);
      hide();
    }
    hide = tiles === null ? null : view.show(relief(tiles));
    shown = tiles;
    known.clear();
    say(false);
  }

  function raise(rise: number): void {
    engine.setTerrain({ source: RELIEF_GROUND, exaggeration: rise });
    // The mesh is made when it is drawn first.
    if (engine.terrain && plain) engine.terrain.meshSize = PLAIN_MESH;
  }

  const subscriptions = [
    engine.on('error', (event) => {
      if ('sourceId' in event && String(event.sourceId).startsWith(RELIEF)) say(true);
    }),
    engine.on('sourcedata', (event) => {
      const key: unknown = event.tile?.tileID?.key;
      if (event.sourceId !== RELIEF_GROUND || typeof key !== 'string' || known.has(key)) return;
      // A tile that is only drawn again says nothing new: nothing must be read anew for it.
      known.add(key);
      say(false);
      onChange();
    }),
  ];

  return {
    set(tiles, rise) {
      if (tiles !== shown) lay(tiles);
      if (tiles !== null) raise(rise);
      onChange();
    },
    at(place) {
      return shown === null ? null : engine.queryTerrainElevation(view.toMap(place));
    },
    stop() {
      for (const subscription of subscriptions) subscription.unsubscribe();
      lay(null);
    },
  };
}
