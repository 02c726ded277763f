import type { Place } from '@wakeline/domain/replay/playback';
import type { Feature } from 'geojson';
import type { MapMouseEvent } from 'maplibre-gl';
import { imageSubject } from '../icons/images.ts';
import { MEETING_RINGS, REPLAY_MEETINGS, replayMeetings } from '../layers/replay-meetings.ts';
import type { LngLat, MapView } from '../map-view.ts';
import { type Mark, showMarks } from '../marks/mark-canvas.ts';
import { isPointerTaken } from '../pointer-taken.ts';

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
  /** Puts everybody where they are now; cheap enough for each frame. */
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
  const hide = view.show(replayMeetings);
  const marks = showMarks(view);

  function meetingAt({ point }: MapMouseEvent): number | null {
    if (engine.getLayer(MEETING_RINGS) === undefined) return null;
    const [first] = engine.queryRenderedFeatures(
      [
        [point.x - NEAR, point.y - NEAR],
        [point.x + NEAR, point.y + NEAR],
      ],
      { layers: [MEETING_RINGS] },
    );
    return first === undefined ? null : Number(first.id) - 1;
  }

  const subscriptions = [
    engine.on('click', (event) => {
      if (isPointerTaken(view)) return;
      const device = marks.hit(event.point, NEAR);
      if (device !== null) return targets.onDevice(device);
      const meeting = meetingAt(event);
      if (meeting !== null) targets.onMeeting(meeting);
    }),
    engine.on('mousemove', (event) => {
      if (isPointerTaken(view)) return;
      const hit = marks.hit(event.point, NEAR) ?? meetingAt(event);
      engine.getCanvas().style.cursor = hit === null ? '' : 'pointer';
    }),
  ];

  return {
    place: (devices) => marks.set(devices.toSorted((a, b) => a.number - b.number).map(deviceMarkOf)),
    meet: (places) =>
      void view.setFeatures(REPLAY_MEETINGS, {
        type: 'FeatureCollection',
        features: places.map(meetingFeature),
      }),
    stop() {
      for (const subscription of subscriptions) subscription.unsubscribe();
      marks.stop();
      hide();
    },
  };
}

/** A device as it is marked: hollow in a gap, with a nose only while it goes somewhere. */
export function deviceMarkOf({ trackerId, number, name, place, moves }: PlacedDevice): Mark {
  const { course, gap } = place;
  const nose = moves && !gap && course !== null;
  return {
    id: trackerId,
    at: place,
    images: [
      ...(nose ? [{ subject: imageSubject(['device-nose', number]), turn: course }] : []),
      { subject: imageSubject(['device-mark', number, gap]), turn: 0 },
    ],
    name,
  };
}

function meetingFeature({ lng, lat }: LngLat, index: number): Feature {
  const number = index + 1;
  return {
    type: 'Feature',
    id: number,
    properties: { number },
    geometry: { type: 'Point', coordinates: [lng, lat] },
  };
}
