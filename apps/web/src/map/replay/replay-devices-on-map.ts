import type { Place } from '@wakeline/domain/playback';
import type { Feature, FeatureCollection } from 'geojson';
import type { MapMouseEvent } from 'maplibre-gl';
import { imageSubject } from '../icons/images.ts';
import { REPLAY_DEVICES, REPLAY_MARKS, replayDevices } from '../layers/replay-devices.ts';
import { MEETING_RINGS, REPLAY_MEETINGS, replayMeetings } from '../layers/replay-meetings.ts';
import type { LngLat, MapView } from '../map-view.ts';
import { isPointerTaken } from '../pointer-taken.ts';
import { onePerFrame } from './one-per-frame.ts';

/** A device of a replay of many at one moment. */
export interface PlacedDevice {
  readonly trackerId: number;
  /** As it is marked. */
  readonly number: number;
  readonly name: string;
  readonly place: Place;
  /** It is on its way: it shows where to. */
  readonly moves: boolean;
}

export interface ReplayDevicesOnMap {
  /** Puts everybody where they are now; a call costs one small source, however long the tracks. */
  place(devices: readonly PlacedDevice[]): void;
  /** Places where two of them met, numbered from 1 in this order. */
  meet(places: readonly LngLat[]): void;
  stop(): void;
}

export interface ReplayDevicesTargets {
  readonly onDevice: (trackerId: number) => void;
  /** From 0. */
  readonly onMeeting: (index: number) => void;
}

/** Fingers are less exact than pointers: pixels round the place that was hit. */
const NEAR = 6;

/** Draws the devices of a replay with their numbers and names, and tells which one is clicked. */
export function showReplayDevices(view: MapView, targets: ReplayDevicesTargets): ReplayDevicesOnMap {
  const { engine } = view;
  const hide = [replayMeetings, replayDevices].map(view.show);
  const push = onePerFrame(view);

  function hit({ point }: MapMouseEvent): { readonly layer: string; readonly id: number } | null {
    const layers = [REPLAY_MARKS, MEETING_RINGS].filter((id) => engine.getLayer(id) !== undefined);
    const [first] = engine.queryRenderedFeatures(
      [
        [point.x - NEAR, point.y - NEAR],
        [point.x + NEAR, point.y + NEAR],
      ],
      { layers },
    );
    return first === undefined ? null : { layer: first.layer.id, id: Number(first.id) };
  }

  const subscriptions = [
    engine.on('click', (event) => {
      const found = isPointerTaken(view) ? null : hit(event);
      if (found?.layer === REPLAY_MARKS) targets.onDevice(found.id);
      else if (found !== null) targets.onMeeting(found.id - 1);
    }),
    engine.on('mousemove', (event) => {
      if (!isPointerTaken(view)) engine.getCanvas().style.cursor = hit(event) === null ? '' : 'pointer';
    }),
  ];

  return {
    place: (devices) => push(REPLAY_DEVICES, collection(devices.map(deviceFeature))),
    meet: (places) =>
      push(
        REPLAY_MEETINGS,
        collection(places.map((place, index) => point(index + 1, place, { number: index + 1 }))),
      ),
    stop() {
      for (const subscription of subscriptions) subscription.unsubscribe();
      for (const overlay of hide) overlay();
    },
  };
}

/** What the style reads of a device: hollow in a gap, with a nose only while it goes somewhere. */
export function deviceFeature({ trackerId, number, name, place, moves }: PlacedDevice): Feature {
  const { course, gap } = place;
  const nose = moves && !gap && course !== null;
  return point(trackerId, place, {
    mark: imageSubject(['device-mark', number, gap]),
    nose: nose ? imageSubject(['device-nose', number]) : '',
    course: course ?? 0,
    name,
    rank: number,
  });
}

function point(id: number, { lng, lat }: LngLat, properties: Record<string, string | number>): Feature {
  return { type: 'Feature', id, properties, geometry: { type: 'Point', coordinates: [lng, lat] } };
}

function collection(features: Feature[]): FeatureCollection {
  return { type: 'FeatureCollection', features };
}
