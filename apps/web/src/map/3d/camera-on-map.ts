import type { MapView } from '../map-view.ts';
import { type CameraMode, ROTATION_SPEED } from './camera-mode.ts';
import {
  applyPose,
  type CameraPose,
  type CameraTarget,
  centerElevation,
  INITIAL_PITCH,
  initialZoom,
  lookAt,
  lookAtOverview,
  lookFrom,
  type OverviewTarget,
} from './camera-poses.ts';

/** Maximum pitch that the user can set, degrees from straight down. */
const MAX_PITCH = 84;
/** Maximum frame time for rotations, milliseconds, so that a page that was hidden does not jump. */
const MAX_FRAME_MS = 100;
/** Change of the target height that moves the camera, metres. */
const MIN_HEIGHT_CHANGE = 1;

export interface CameraOptions {
  /** Disables automatic rotation. */
  readonly reducedMotion: boolean;
  /** The user has panned the map: the mode is now `free`. */
  readonly onFree: () => void;
  /** The user has rotated or tilted the camera. */
  readonly onPoseChange: () => void;
}

/** Moves the engine's camera as the mode requires, except while the user moves the map. */
export class CameraOnMap {
  readonly #view: MapView;
  readonly #options: CameraOptions;
  readonly #subscriptions: readonly { unsubscribe(): void }[];
  #mode: CameraMode = 'free';
  #target: CameraTarget | null = null;
  /** Degrees to the right of the direction that the mode sets. */
  #bearingOffset = 0;
  #pending: CameraPose | 'first' | null = null;
  /** Drawn height of the highest point in the overview, metres. */
  #overviewHeight = 0;
  #frame: number | null = null;
  #last = 0;

  constructor(view: MapView, options: CameraOptions) {
    const { engine } = view;
    this.#view = view;
    this.#options = options;
    // The centre of the view may be above the ground.
    engine.setCenterClampedToGround(false);
    this.#subscriptions = [
      engine.on('dragstart', () => {
        if (this.#mode === 'free') return;
        this.#mode = 'free';
        options.onFree();
      }),
      engine.on('moveend', ({ originalEvent }: { originalEvent?: unknown }) => {
        if (originalEvent !== undefined) this.#handleUserRotation();
      }),
    ];
  }

  setMode(mode: CameraMode, overview: OverviewTarget | null, pose: CameraPose | null): void {
    this.#mode = mode;
    this.#bearingOffset = 0;
    this.#pending = pose ?? 'first';
    if (mode === 'free' || mode === 'around') {
      if (pose?.center) applyPose(this.#view, pose, pose.center);
      else if (overview !== null && (mode === 'around' || pose !== null)) {
        this.#overviewHeight = overview.maxHeight;
        lookAtOverview(this.#view, overview, pose);
      }
      this.#pending = null;
    } else this.#update(pose?.bearing ?? this.#target?.heading);
    this.#startRotation();
  }

  /** Updates the target of the camera. */
  aim(target: CameraTarget | null): void {
    const { engine } = this.#view;
    this.#target = target;
    if (!engine.isMoving() && this.#mode !== 'around') this.#update();
    // In an overview everything stays in place, unless the terrain has risen.
    else if (
      this.#mode === 'around' &&
      Math.abs(centerElevation(engine, this.#overviewHeight) - engine.getCenterElevation()) >
        MIN_HEIGHT_CHANGE
    )
      this.#update();
  }

  /** Rotates (degrees to the right), tilts (degrees up) and zooms. */
  nudge({ rotate = 0, tilt = 0, zoom = 0 }: { rotate?: number; tilt?: number; zoom?: number }): void {
    const { engine } = this.#view;
    engine.stop();
    if (this.#mode === 'behind' || this.#mode === 'inside') this.#bearingOffset += rotate;
    engine.jumpTo({
      bearing: engine.getBearing() + rotate,
      pitch: Math.min(MAX_PITCH, Math.max(0, engine.getPitch() + tilt)),
      zoom: engine.getZoom() + zoom,
    });
    this.#update();
    this.#options.onPoseChange();
  }

  getPose(): CameraPose {
    const { engine, toWgs84 } = this.#view;
    const center = { ...toWgs84(engine.getCenter().wrap()), height: engine.getCenterElevation() };
    return {
      bearing: engine.getBearing(),
      pitch: engine.getPitch(),
      zoom: engine.getZoom(),
      center: this.#mode === 'free' ? center : null,
    };
  }

  stop(): void {
    if (this.#frame !== null) cancelAnimationFrame(this.#frame);
    for (const subscription of this.#subscriptions) subscription.unsubscribe();
  }

  /** After the user has rotated the camera, the mode continues from there. */
  #handleUserRotation(): void {
    if (this.#target !== null && (this.#mode === 'behind' || this.#mode === 'inside'))
      this.#bearingOffset = this.#view.engine.getBearing() - this.#target.heading;
    this.#update();
    this.#options.onPoseChange();
  }

  #isRotating(): boolean {
    return !this.#options.reducedMotion && (this.#mode === 'around' || this.#mode === 'orbit');
  }

  #startRotation(): void {
    if (!this.#isRotating() || this.#frame !== null) return;
    this.#last = performance.now();
    this.#frame = requestAnimationFrame(this.#tick);
  }

  readonly #tick = (now: number): void => {
    const { engine } = this.#view;
    const elapsed = Math.min(MAX_FRAME_MS, now - this.#last);
    this.#last = now;
    this.#frame = this.#isRotating() ? requestAnimationFrame(this.#tick) : null;
    if (!engine.isMoving()) this.#update(engine.getBearing() + (elapsed / 1_000) * ROTATION_SPEED);
  };

  /** Moves the camera to where the mode requires it. */
  #update(bearing = this.#view.engine.getBearing()): void {
    const { engine } = this.#view;
    if (this.#mode === 'around')
      engine.jumpTo({ bearing, elevation: centerElevation(engine, this.#overviewHeight) });
    else if (this.#mode !== 'free' && this.#target !== null)
      this.#updateFor(this.#mode, this.#target, bearing);
  }

  /** Moves the camera relative to its target. */
  #updateFor(mode: CameraMode, target: CameraTarget, bearing: number): void {
    const { engine } = this.#view;
    const isFirst = this.#pending === 'first';
    const pose = this.#pending === 'first' ? null : this.#pending;
    this.#pending = null;
    const pitch = pose?.pitch ?? (isFirst ? INITIAL_PITCH[mode] : engine.getPitch());
    if (pose !== null && mode !== 'orbit') this.#bearingOffset = pose.bearing - target.heading;
    if (mode === 'inside') {
      lookFrom(this.#view, target, target.heading + this.#bearingOffset, pitch);
      return;
    }
    lookAt(this.#view, target, {
      bearing: mode === 'behind' ? target.heading + this.#bearingOffset : (pose?.bearing ?? bearing),
      pitch,
      zoom: pose?.zoom ?? (isFirst ? initialZoom(this.#view, target) : engine.getZoom()),
    });
  }
}
