import type { Tracker } from '@wakeline/contract/entities/tracker';
import type { Feature, Point } from 'geojson';
import { GLYPHS, iconOf } from '../icons/glyphs.ts';
import { writeImageSubject } from '../icons/images.ts';
import type { LngLat } from '../map-view.ts';

/** What the style reads of a device. */
export type DeviceProperties = {
  /** Images, without the flavour. */
  readonly body: string;
  readonly glyph: string;
  /** Degrees by which the body and the icon are turned. */
  readonly course: number;
  readonly turn: number;
  readonly sos: boolean;
  /** Higher ones are drawn above lower ones, and their labels placed first. */
  readonly rank: number;
  readonly name: string;
  /** The other lines of the detailed label; empty: there is none. */
  readonly second: string;
  readonly third: string;
};

export type DeviceFeature = Feature<Point, DeviceProperties> & { readonly id: number };

/** Texts of a device's detailed label below its name, two at most. */
export type Describe = (tracker: Tracker) => readonly string[];

const RANK = { SOS: 3, RUNNING: 2, STOP: 1, OFFLINE: 0 } as const;
/** Whoever chose a device wants to see it, whatever lies at the same place. */
const SELECTED_RANK = 4;

/** Width of a label in Latin letters; Chinese characters count twice. */
const MAX_NAME_WIDTH = 32;

/** Where a tracker was last, or null when that was never known. */
export function lngLatOf({ trackerStatusDto }: Tracker): LngLat | null {
  const { latitude, longitude } = trackerStatusDto;
  return latitude === null || longitude === null ? null : { lng: longitude, lat: latitude };
}

/**
 * A device as a feature of the map, at the place where it is drawn now.
 *
 * @param isSelected whether it is the device that the person looks at.
 */
export function deviceFeature(
  tracker: Tracker,
  at: LngLat,
  describe: Describe,
  isSelected: boolean,
): DeviceFeature {
  const { trackerId, iconDto, trackerStatusDto } = tracker;
  const { status, direction } = trackerStatusDto;
  const custom = iconDto.iconType === 'CUSTOM';
  // Only what moves goes somewhere: a stopped device has no nose, and its icon keeps the way it last went.
  const [second = '', third = ''] = describe(tracker);
  const nose = status === 'RUNNING' && direction !== null;
  return {
    type: 'Feature',
    id: trackerId,
    properties: {
      body: writeImageSubject(custom ? ['blank'] : ['body', status, nose]),
      glyph: writeImageSubject(
        custom ? ['picture', iconDto.iconUrl, status] : ['glyph', iconOf(iconDto.iconUrl), status],
      ),
      course: nose ? direction : 0,
      turn: !custom && GLYPHS[iconOf(iconDto.iconUrl)].turns ? (direction ?? 0) : 0,
      sos: status === 'SOS',
      rank: isSelected ? SELECTED_RANK : RANK[status],
      name: labelName(tracker),
      second,
      third,
    },
    geometry: { type: 'Point', coordinates: [at.lng, at.lat] },
  };
}

/** The name, and in brackets the optional number. */
export function labelName({ trackerName, label }: Pick<Tracker, 'trackerName' | 'label'>): string {
  const name = shorten(trackerName, MAX_NAME_WIDTH);
  return label === '' ? name : `${name} (${label})`;
}

function shorten(text: string, maxWidth: number): string {
  let width = 0;
  let shortened = '';
  for (const character of text) {
    width += (character.codePointAt(0) ?? 0) > 0x2e7f ? 2 : 1;
    if (width > maxWidth) return `${shortened.trimEnd()}…`;
    shortened += character;
  }
  return shortened;
}
