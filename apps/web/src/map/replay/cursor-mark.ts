import type { Place } from '@wakeline/domain/replay/playback';
import { GLYPHS, iconOf } from '../icons/glyphs.ts';
import { imageSubject } from '../icons/images.ts';
import type { Mark } from '../marks/mark-canvas.ts';
import type { ReplayStatus } from './replay-status.ts';

/** The device's icon, as trackers have it. */
export interface ReplayIcon {
  readonly iconUrl: string;
  readonly iconType: 'STANDARD' | 'CUSTOM';
}

/** The marker of a device at its place. Only what moves has a nose; the icon keeps the way it last went. */
export function cursorMark(
  { trackerId, icon }: { readonly trackerId: number; readonly icon: ReplayIcon },
  place: Place,
  status: ReplayStatus,
): Mark {
  const custom = icon.iconType === 'CUSTOM';
  const name = iconOf(icon.iconUrl);
  const { course } = place;
  const nose = status === 'RUNNING' && course !== null;
  return {
    id: trackerId,
    at: place,
    images: [
      { subject: imageSubject(custom ? ['blank'] : ['body', status, nose]), turn: nose ? course : 0 },
      {
        subject: imageSubject(custom ? ['picture', icon.iconUrl, status] : ['glyph', name, status]),
        turn: !custom && GLYPHS[name].turns ? (course ?? 0) : 0,
      },
    ],
    name: null,
  };
}
