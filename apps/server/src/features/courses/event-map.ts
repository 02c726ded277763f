import type { MethodChoice } from '@wakeline/contract/entities/map-layer';
import { NamedError } from '@wakeline/contract/errors';
import type { EventMap } from '@wakeline/domain/courses/event';
import type { ReferencePoints } from '@wakeline/domain/layers/layer-placement';
import type { Db } from '../../db/database.ts';
import type { Files } from '../../files/files.ts';
import { findImage } from '../../map-images/map-images.queries.ts';
import { findOcadMap } from '../../ocad/ocad-maps.queries.ts';
import type { PlacedMap } from '../../ocad/ocad-placement.ts';

interface MapFile {
  readonly name: string;
  readonly path: string;
}

/** An OCAD map for child processes. */
export interface OcadMapFile extends MapFile, PlacedMap {
  readonly kind: 'ocad';
}

/** A race layer for child processes: its upload, or the stored picture, whose size the points refer to. */
export interface PictureMapFile extends MapFile, ReferencePoints {
  readonly kind: 'raceLayer';
  readonly method: MethodChoice;
}

export type EventMapFile = OcadMapFile | PictureMapFile;

export interface EventMapDependencies {
  readonly db: Db;
  readonly files: Files;
}

/**
 * The file of a map with its placement.
 *
 * @throws NamedError `course-map-unknown`, also for a map of another account, or whose file is not on this server;
 *   `course-map-unplaced` for an OCAD map without a position
 */
export async function readEventMap(
  { db, files }: EventMapDependencies,
  accountId: number,
  { kind, id }: Pick<EventMap, 'kind' | 'id'>,
): Promise<EventMapFile> {
  const pathOf = async (fileId: string) => {
    const path = await files.pathOf({ fileId });
    if (path === null) throw new NamedError('course-map-unknown');
    return path;
  };
  if (kind === 'ocad') {
    const map = await findOcadMap(db, { accountId, mapId: id });
    if (map === null) throw new NamedError('course-map-unknown');
    const { paperPoints, mapPoints, method, details } = map;
    const { paperBounds, mapScale, coordinateSystem } = details;
    if (paperPoints.length === 0 && coordinateSystem === null) throw new NamedError('course-map-unplaced');
    return {
      ...{ kind, name: map.mapName, path: await pathOf(map.fileId) },
      ...{ paperPoints, mapPoints, method, paperBounds, mapScale },
    };
  }
  const image = await findImage(db, { accountId, kind: 'race', layerId: id });
  if (image === null) throw new NamedError('course-map-unknown');
  const { fileId, sourceFileId, width, height, layerPoints, mapPoints, method } = image;
  return {
    ...{ kind, name: image.layerName, path: await pathOf(sourceFileId ?? fileId) },
    ...{ width, height, layerPoints, mapPoints, method },
  };
}

/** The same; null if it was deleted, has no position or its file is not on this server. */
export async function findEventMap(
  dependencies: EventMapDependencies,
  accountId: number,
  map: Pick<EventMap, 'kind' | 'id'>,
): Promise<EventMapFile | null> {
  try {
    return await readEventMap(dependencies, accountId, map);
  } catch (error) {
    if (error instanceof NamedError) return null;
    throw error;
  }
}
