import { kindOfIcon, type MovementKind } from '@wakeline/domain/correction/movement-kind';
import { ICON_NAMES } from '@wakeline/domain/devices/device-icon';
import type { Db } from '../../db/database.ts';
import { trackerById } from '../../trackers/in-scope.ts';

/** Kind of movement of a device by its built-in icon; an uploaded icon has none. */
export async function readMovementKind(db: Db, trackerId: number): Promise<MovementKind> {
  const row = await trackerById(db, trackerId).select(['icon_url', 'icon_type']).executeTakeFirst();
  const iconName =
    row?.icon_type === 'STANDARD' ? ICON_NAMES.find((name) => name === row.icon_url) : undefined;
  return kindOfIcon(iconName ?? null);
}
