import type { PlaybackPosition } from '@wakeline/domain/replay/playback';
import { GLYPHS, iconOf } from '../icons/glyphs.ts';
import { writeImageSubject } from '../icons/images.ts';
import type { Marker } from '../markers/marker-canvas.ts';
import type { ReplayStatus } from './replay-status.ts';

/** The device's icon, as trackers have it. */
export interface ReplayIcon {
  readonly iconUrl: string;
  readonly iconType: 'STANDARD' | 'CUSTOM';
}

/** The marker of a device at its place. Only what moves has a nose; the icon keeps the way it last went. */
export function createReplayMarker(
  { trackerId, icon }: { readonly trackerId: number; readonly icon: ReplayIcon },
  position: PlaybackPosition,
  status: ReplayStatus,
): Marker {
  const custom = icon.iconType === 'CUSTOM';
  const name = iconOf(icon.iconUrl);
  const { course } = position;
  const nose = status === 'RUNNING' && course !== null;
  return {
    id: trackerId,
    lngLat: position,
    images: [
      {
        subject: writeImageSubject(custom ? ['blank'] : ['body', status, nose]),
        rotation: nose ? course : 0,
      },
      {
        subject: writeImageSubject(custom ? ['picture', icon.iconUrl, status] : ['glyph', name, status]),
        rotation: !custom && GLYPHS[name].turns ? (course ?? 0) : 0,
      },
    ],
    name: null,
  };
}
