import { kindOfIcon, type MovementKind } from '@wakeline/domain/correction/movement-kind';
import { iconOf } from '../../../map/icons/glyphs.ts';
import type { ReplayIcon } from '../../../map/replay/replay-marker.ts';

/** How a device moves, derived from its icon; unknown for a custom image or a missing device. */
export function movementKindOf(icon: ReplayIcon | undefined): MovementKind {
  return kindOfIcon(icon === undefined || icon.iconType === 'CUSTOM' ? null : iconOf(icon.iconUrl));
}
