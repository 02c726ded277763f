import type { Tracker } from '@wakeline/contract/entities/tracker';
import { GLYPHS, iconOf } from '../icons/glyphs.ts';
import { writeImageSubject } from '../icons/images.ts';

/** How a device is drawn, apart from its position. */
export interface DeviceMarker {
  /** The body in the colour and shape of the status, then the icon on it; rotations in degrees from north. */
  readonly images: readonly { readonly subject: string; readonly rotation: number }[];
  readonly isSos: boolean;
  /** Higher ones are drawn above lower ones, and their labels placed first. */
  readonly rank: number;
}

/** Returns the lines of a detailed label below the name, two at most. */
export type Describe = (tracker: Tracker) => readonly string[];

const RANK = { SOS: 3, RUNNING: 2, STOP: 1, OFFLINE: 0 } as const;
/** The selected device is always visible, even at the same position as others. */
const SELECTED_RANK = 4;

/** Width of a label in Latin letters; Chinese characters count twice. */
const MAX_NAME_WIDTH = 32;

/** @param isSelected whether it is the selected device */
export function deviceMarker(
  { iconDto, trackerStatusDto }: Pick<Tracker, 'iconDto' | 'trackerStatusDto'>,
  isSelected: boolean,
): DeviceMarker {
  const { status, direction } = trackerStatusDto;
  const hasCustomIcon = iconDto.iconType === 'CUSTOM';
  // Only a moving device has a nose that points to its course; the icon of a stopped device keeps its last course.
  const hasNose = status === 'RUNNING' && direction !== null;
  const body = writeImageSubject(hasCustomIcon ? ['blank'] : ['body', status, hasNose]);
  const icon = iconOf(iconDto.iconUrl);
  const glyph = writeImageSubject(
    hasCustomIcon ? ['picture', iconDto.iconUrl, status] : ['glyph', icon, status],
  );
  return {
    images: [
      { subject: body, rotation: hasNose ? direction : 0 },
      { subject: glyph, rotation: !hasCustomIcon && GLYPHS[icon].turns ? (direction ?? 0) : 0 },
    ],
    isSos: status === 'SOS',
    rank: isSelected ? SELECTED_RANK : RANK[status],
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
