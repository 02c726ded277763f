import type { PlaybackPosition } from '@wakeline/domain/replay/playback';
import { GLYPHS, iconOf } from '../icons/glyphs.ts';
import { writeImageSubject } from '../icons/images.ts';
import type { Marker } from '../markers/markers-on-map.ts';
import type { ReplayStatus } from './replay-status.ts';

/** The device's icon, as trackers have it. */
export interface ReplayIcon {
  readonly iconUrl: string;
  readonly iconType: 'STANDARD' | 'CUSTOM';
}

/** The marker of a device. Only a moving device has a nose; the icon of a stopped one keeps its last course. */
export function createReplayMarker(
  { trackerId, icon }: { readonly trackerId: number; readonly icon: ReplayIcon },
  position: PlaybackPosition,
  status: ReplayStatus,
): Marker {
  const hasCustomIcon = icon.iconType === 'CUSTOM';
  const name = iconOf(icon.iconUrl);
  const { course } = position;
  const hasNose = status === 'RUNNING' && course !== null;
  return {
    id: trackerId,
    lngLat: position,
    images: [
      {
        subject: writeImageSubject(hasCustomIcon ? ['blank'] : ['body', status, hasNose]),
        rotation: hasNose ? course : 0,
      },
      {
        subject: writeImageSubject(
          hasCustomIcon ? ['picture', icon.iconUrl, status] : ['glyph', name, status],
        ),
        rotation: !hasCustomIcon && GLYPHS[name].turns ? (course ?? 0) : 0,
      },
    ],
    name: null,
  };
}
