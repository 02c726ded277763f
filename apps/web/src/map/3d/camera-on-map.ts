import { LngLat as EngineLngLat } from 'maplibre-gl';
import type { Bounds, LngLat, MapView } from '../map-view.ts';
import { ahead, type CameraMode, firstDistance, TURN_SPEED, zoomAt } from './camera-mode.ts';

/** What the camera looks at. */
export interface CameraTarget {
  /** WGS-84. */
  readonly place: LngLat;
  /** Metres as they are drawn, and the ground under it. */
  readonly height: number;
  readonly ground: number;
  /** Degrees from north. */
  readonly heading: number;
}

/** Everything that is drawn. */
export interface WholeTarget {
  readonly area: Bounds;
  /** Metres as they are drawn, of the highest of it. */
  readonly top: number;
}

/** How the camera stands, beside what it looks at. */
export interface Look {
  readonly bearing: number;
  readonly pitch: number;
  readonly zoom: number;
  /** What lies in the middle of the picture, and how high: where it is free. Else that is what it looks at. */
  readonly middle: (LngLat & { readonly height: number }) | null;
}

export interface CameraOnMap {
  setMode(mode: CameraMode, whole: WholeTarget | null, look: Look | null): void;
  /** What it looks at is somewhere else now. */
  aim(target: CameraTarget | null): void;
  /** Turns by degrees to the right, tilts by degrees up, and goes nearer by zoom levels. */
  nudge(how: { readonly turn?: number; readonly tilt?: number; readonly nearer?: number }): void;
  look(): Look;
  stop(): void;
}

/** How it stands at first. */
const PITCH: Readonly<Record<CameraMode, number>> = {
  free: 60,
  around: 62,
  orbit: 66,
  behind: 68,
  inside: 80,
};
/** A person's eye over the ground, and over a device that moves on it: metres. */
const EYE = 12;
/** Degrees from straight down: no flatter; and from a device no steeper. */
const STEEPEST = 84;
const LEAST_TILT = 30;
/** Metres from a device down to what it looks at, at least. */
const LEAST_DROP = 40;
/** Levels by which everything is seen smaller than it would just fit from above: it is high as well. */
const ROOM = 0.75;
/** Milliseconds that one frame turns by at most: a hidden page goes on where it was. */
const LONGEST_FRAME = 100;

export interface CameraOptions {
  /** Nothing turns by itself. */
  readonly reducedMotion: boolean;
  /** A hand has moved the map away: it is free now. */
  readonly onFree: () => void;
  /** A hand has turned or tilted it. */
  readonly onLook: () => void;
}

/** Moves the engine's camera as a mode wants it, and leaves it to the hand while that holds the map. */
export function openCamera(view: MapView, { reducedMotion, onFree, onLook }: CameraOptions): CameraOnMap {
  const { engine } = view;
  let mode: CameraMode = 'free';
  let target: CameraTarget | null = null;
  /** Degrees to the right of where the mode would look by itself. */
  let aside = 0;
  let pending: Look | 'first' | null = null;
  /** Metres as they are drawn, of the highest of what it turns round. */
  let top = 0;
  let frame: number | null = null;
  let last = 0;
  // The middle of the picture may be in the air.
  engine.setCenterClampedToGround(false);

  const turns = () => !reducedMotion && (mode === 'around' || mode === 'orbit');

  function tick(now: number): void {
    const elapsed = Math.min(LONGEST_FRAME, now - last);
    last = now;
    frame = turns() ? requestAnimationFrame(tick) : null;
    if (!engine.isMoving()) place(engine.getBearing() + (elapsed / 1_000) * TURN_SPEED);
  }

  function run(): void {
    if (!turns() || frame !== null) return;
    last = performance.now();
    frame = requestAnimationFrame(tick);
  }

  /** Puts the camera where the mode wants it. */
  function place(bearing = engine.getBearing()): void {
    if (mode === 'free') return;
    if (mode === 'around') {
      engine.jumpTo({ bearing, elevation: heightInTheMiddle() });
      return;
    }
    if (target === null) return;
    const { lng, lat } = view.toMap(target.place);
    const first = pending === 'first';
    const look = pending !== null && pending !== 'first' ? pending : null;
    pending = null;
    const pitch = look?.pitch ?? (first ? PITCH[mode] : engine.getPitch());
    if (mode === 'inside') {
      if (look !== null) aside = look.bearing - target.heading;
      lookFrom({ lng, lat }, target, target.heading + aside, Math.max(LEAST_TILT, pitch));
      return;
    }
    if (look !== null && mode === 'behind') aside = look.bearing - target.heading;
    const zoom = first
      ? zoomFor(firstDistance(target.height - target.ground), target.place.lat)
      : engine.getZoom();
    engine.jumpTo({
      center: [lng, lat],
      elevation: target.height,
      bearing: mode === 'behind' ? target.heading + aside : (look?.bearing ?? bearing),
      pitch,
      zoom: look?.zoom ?? zoom,
    });
  }

  function zoomFor(metres: number, lat: number): number {
    return zoomAt(metres, lat, engine.getCanvas().clientHeight, engine.getVerticalFieldOfView());
  }

  /** What is seen from a device: the middle of the picture lies at the height of the ground below it, so that the engine asks for those tiles. */
  function lookFrom(from: LngLat, { height, ground }: CameraTarget, bearing: number, pitch: number): void {
    const eye = Math.max(height, ground + EYE);
    const drop = Math.max(LEAST_DROP, eye - ground);
    const to = ahead(from, bearing, drop * Math.tan((pitch * Math.PI) / 180));
    engine.jumpTo(
      engine.calculateCameraOptionsFromTo(
        new EngineLngLat(from.lng, from.lat),
        eye,
        new EngineLngLat(to.lng, to.lat),
        eye - drop,
      ),
    );
  }

  /** What it turns round lies so high: nearer to the ground than to the top, as most of a picture is below its middle. */
  function heightInTheMiddle(): number {
    const ground = groundInTheMiddle();
    return ground + Math.max(0, top - ground) / 3;
  }

  /** Where the height of the ground is not known yet, it is that of the sea. */
  function groundInTheMiddle(): number {
    return engine.queryTerrainElevation(engine.getCenter()) ?? 0;
  }

  function showWhole(
    { area: { west, south, east, north }, top: highest }: WholeTarget,
    look: Look | null,
  ): void {
    top = highest;
    const low = view.toMap({ lng: west, lat: south });
    const high = view.toMap({ lng: east < west ? east + 360 : east, lat: north });
    const camera = engine.cameraForBounds([low.lng, low.lat, high.lng, high.lat], {
      padding: 40,
      maxZoom: 16,
    });
    if (camera?.center === undefined) return;
    engine.jumpTo({
      center: camera.center,
      zoom:
        look?.zoom ?? Math.min((camera.zoom ?? engine.getZoom()) - ROOM, zoomFor(firstDistance(top), south)),
      bearing: look?.bearing ?? engine.getBearing(),
      pitch: look?.pitch ?? PITCH.around,
      elevation: heightInTheMiddle(),
    });
  }

  /** Puts it where an address says. */
  function stand({ bearing, pitch, zoom }: Look, { height, ...place }: NonNullable<Look['middle']>): void {
    const { lng, lat } = view.toMap(place);
    engine.jumpTo({ center: [lng, lat], elevation: height, bearing, pitch, zoom });
  }

  /** After a hand has turned it, what was chosen goes on from there. */
  function turned({ originalEvent }: { originalEvent?: unknown }): void {
    if (originalEvent === undefined) return;
    if (target !== null && (mode === 'behind' || mode === 'inside'))
      aside = engine.getBearing() - target.heading;
    place();
    onLook();
  }

  const subscriptions = [
    engine.on('dragstart', () => {
      if (mode === 'free') return;
      mode = 'free';
      onFree();
    }),
    engine.on('moveend', turned),
  ];

  return {
    setMode(next, whole, look) {
      mode = next;
      aside = 0;
      pending = look ?? 'first';
      if (next === 'free' || next === 'around') {
        if (look?.middle) stand(look, look.middle);
        else if (whole !== null && (next === 'around' || look !== null)) showWhole(whole, look);
        pending = null;
      } else place(look?.bearing ?? target?.heading);
      run();
    },
    aim(next) {
      target = next;
      if (!engine.isMoving() && mode !== 'around') place();
      // Everything stays where it is, unless the ground has risen.
      else if (mode === 'around' && Math.abs(heightInTheMiddle() - engine.getCenterElevation()) > 1) place();
    },
    nudge({ turn = 0, tilt = 0, nearer = 0 }) {
      engine.stop();
      if (mode === 'behind' || mode === 'inside') aside += turn;
      engine.jumpTo({
        bearing: engine.getBearing() + turn,
        pitch: Math.min(STEEPEST, Math.max(0, engine.getPitch() + tilt)),
        zoom: engine.getZoom() + nearer,
      });
      place();
      onLook();
    },
    look() {
      const middle = { ...view.toGround(engine.getCenter().wrap()), height: engine.getCenterElevation() };
      return {
        bearing: engine.getBearing(),
        pitch: engine.getPitch(),
        zoom: engine.getZoom(),
        middle: mode === 'free' ? middle : null,
      };
    },
    stop() {
      if (frame !== null) cancelAnimationFrame(frame);
      for (const subscription of subscriptions) subscription.unsubscribe();
    },
  };
}
