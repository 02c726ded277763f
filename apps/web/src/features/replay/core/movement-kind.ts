import { kindOfIcon, type MovementKind } from '@wakeline/domain/correction/movement-kind';
import { iconOf } from '../../../map/icons/glyphs.ts';
import type { ReplayIcon } from '../../../map/replay/replay-marker.ts';

/** How a device moves, by what its icon shows; of a picture of one's own that is not known, nor without a device. */
export function movementKindOf(icon: ReplayIcon | undefined): MovementKind {
  return kindOfIcon(icon === undefined || icon.iconType === 'CUSTOM' ? null : iconOf(icon.iconUrl));
}
