import type { Tracker } from '@wakeline/contract/entities/tracker';
import type { Feature, Point } from 'geojson';
import { GLYPHS, iconOf } from '../icons/glyphs.ts';
import { writeImageSubject } from '../icons/images.ts';
import type { LngLat } from '../map-view.ts';

/** The properties of a device that the style reads. */
export type DeviceProperties = {
  /** Image names, without the flavour. */
  readonly body: string;
  readonly glyph: string;
  /** Rotation of the body and of the icon, degrees. */
  readonly course: number;
  readonly rotation: number;
  readonly sos: boolean;
  /** Higher ones are drawn above lower ones, and their labels placed first. */
  readonly rank: number;
  readonly name: string;
  /** The other lines of the detailed label; empty if there is none. */
  readonly second: string;
  readonly third: string;
};

export type DeviceFeature = Feature<Point, DeviceProperties> & { readonly id: number };

/** Returns the lines of a detailed label below the name, two at most. */
export type Describe = (tracker: Tracker) => readonly string[];

const RANK = { SOS: 3, RUNNING: 2, STOP: 1, OFFLINE: 0 } as const;
/** The selected device is always visible, even at the same position as others. */
const SELECTED_RANK = 4;

/** Width of a label in Latin letters; Chinese characters count twice. */
const MAX_NAME_WIDTH = 32;

/** The last known position of a tracker, or null. */
export function lngLatOf({ trackerStatusDto }: Tracker): LngLat | null {
  const { latitude, longitude } = trackerStatusDto;
  return latitude === null || longitude === null ? null : { lng: longitude, lat: latitude };
}

/**
 * A device as a map feature, at its currently drawn position.
 *
 * @param isSelected whether it is the selected device
 */
export function deviceFeature(
  tracker: Tracker,
  at: LngLat,
  describe: Describe,
  isSelected: boolean,
): DeviceFeature {
  const { trackerId, iconDto, trackerStatusDto } = tracker;
  const { status, direction } = trackerStatusDto;
  const hasCustomIcon = iconDto.iconType === 'CUSTOM';
  // Only a moving device has a nose that points to its course; the icon of a stopped device keeps its last course.
  const [second = '', third = ''] = describe(tracker);
  const hasNose = status === 'RUNNING' && direction !== null;
  return {
    type: 'Feature',
    id: trackerId,
    properties: {
      body: writeImageSubject(hasCustomIcon ? ['blank'] : ['body', status, hasNose]),
      glyph: writeImageSubject(
        hasCustomIcon ? ['picture', iconDto.iconUrl, status] : ['glyph', iconOf(iconDto.iconUrl), status],
      ),
      course: hasNose ? direction : 0,
      rotation: !hasCustomIcon && GLYPHS[iconOf(iconDto.iconUrl)].turns ? (direction ?? 0) : 0,
      sos: status === 'SOS',
      rank: isSelected ? SELECTED_RANK : RANK[status],
      name: labelName(tracker),
      second,
      third,
    },
    geometry: { type: 'Point', coordinates: [at.lng, at.lat] },
  };
}

/** The name, with the optional number in brackets. */
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
