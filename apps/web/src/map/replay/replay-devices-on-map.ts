import type { PlaybackPosition } from '@wakeline/domain/replay/playback';
import type { Feature } from 'geojson';
import type { MapMouseEvent } from 'maplibre-gl';
import { writeImageSubject } from '../icons/images.ts';
import { ENCOUNTER_RINGS, REPLAY_ENCOUNTERS, replayEncounters } from '../layers/replay-encounters.ts';
import type { LngLat, MapView } from '../map-view.ts';
import { type Marker, showMarkers } from '../markers/markers-on-map.ts';
import { isPointerCaptured } from '../pointer-capture.ts';

/** The state of a device at one time in a replay of several devices. */
export interface ReplayDevicePosition {
  readonly trackerId: number;
  /** The number on its marker. */
  readonly number: number;
  readonly name: string;
  readonly position: PlaybackPosition;
  /** Whether its course is displayed. */
  readonly isMoving: boolean;
}

export interface ReplayDevicesOnMap {
  /** Sets the current positions; cheap enough for each frame. */
  setDevices(devices: readonly ReplayDevicePosition[]): void;
  /** Positions where two devices met, numbered from 1 in this order. */
  setEncounters(points: readonly LngLat[]): void;
  stop(): void;
}

export interface ReplayDevicesTargets {
  readonly onDevice: (trackerId: number) => void;
  /** Index from 0. */
  readonly onEncounter: (index: number) => void;
}

/** Hit radius around the pointer, pixels; large enough for touch. */
const HIT_TOLERANCE = 6;

/** Draws the devices of a replay with their numbers and names, and reports clicks. */
export function showReplayDevices(view: MapView, targets: ReplayDevicesTargets): ReplayDevicesOnMap {
  const { engine } = view;
  const hide = view.show(replayEncounters);
  const markers = showMarkers(view);

  function findEncounter({ point }: MapMouseEvent): number | null {
    if (engine.getLayer(ENCOUNTER_RINGS) === undefined) return null;
    const [first] = engine.queryRenderedFeatures(
      [
        [point.x - HIT_TOLERANCE, point.y - HIT_TOLERANCE],
        [point.x + HIT_TOLERANCE, point.y + HIT_TOLERANCE],
      ],
      { layers: [ENCOUNTER_RINGS] },
    );
    return first === undefined ? null : Number(first.id) - 1;
  }

  const subscriptions = [
    engine.on('click', (event) => {
      if (isPointerCaptured(view)) return;
      const device = markers.hit(event.point, HIT_TOLERANCE);
      if (device !== null) return targets.onDevice(device);
      const encounter = findEncounter(event);
      if (encounter !== null) targets.onEncounter(encounter);
    }),
    engine.on('mousemove', (event) => {
      if (isPointerCaptured(view)) return;
      const hit = markers.hit(event.point, HIT_TOLERANCE) ?? findEncounter(event);
      engine.getCanvas().style.cursor = hit === null ? '' : 'pointer';
    }),
  ];

  return {
    setDevices: (devices) => markers.set(devices.toSorted((a, b) => a.number - b.number).map(toMarker)),
    setEncounters: (points) =>
      void view.setFeatures(REPLAY_ENCOUNTERS, {
        type: 'FeatureCollection',
        features: points.map(encounterFeature),
      }),
    stop() {
      for (const subscription of subscriptions) subscription.unsubscribe();
      markers.stop();
      hide();
    },
  };
}

/** The marker of a device: hollow in a gap, with a nose only while it moves. */
export function toMarker({ trackerId, number, name, position, isMoving }: ReplayDevicePosition): Marker {
  const { course, isGap } = position;
  const hasNose = isMoving && !isGap && course !== null;
  return {
    id: trackerId,
    lngLat: position,
    images: [
      ...(hasNose ? [{ subject: writeImageSubject(['device-nose', number]), rotation: course }] : []),
      { subject: writeImageSubject(['device-marker', number, isGap]), rotation: 0 },
    ],
    name,
  };
}

function encounterFeature({ lng, lat }: LngLat, index: number): Feature {
  const number = index + 1;
  return {
    type: 'Feature',
    id: number,
    properties: { number },
    geometry: { type: 'Point', coordinates: [lng, lat] },
  };
}
