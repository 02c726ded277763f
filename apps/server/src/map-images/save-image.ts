import { readFile } from 'node:fs/promises';
import type { ImageLayerForm, PicturePoint } from '@wakeline/contract/entities/map-layer';
import type { Display } from '@wakeline/contract/entities/map-object';
import { NamedError } from '@wakeline/contract/errors';
import {
  type LayerPlacement,
  placeLayer,
  type ReferencePoints,
} from '@wakeline/domain/layers/layer-placement';
import type { Db, Tx } from '../db/database.ts';
import type { WrittenFile } from '../files/file-storage.ts';
import type { Files } from '../files/files.ts';
import type { TaskQueue } from '../tasks/task-queue.ts';
import { cutLayerTilesTask } from './cut-tiles.task.ts';
import type { FoundPosition } from './find-position.ts';
import {
  filesOf,
  type ImageFields,
  type ImageKey,
  insertImage,
  lockImage,
  updateImage,
} from './map-images.queries.ts';
import { type LayerUpload, readUploadedPicture } from './read-picture.ts';

/** Fields that a request may leave out. */
type Optional<Fields> = { readonly [Name in keyof Fields]?: Fields[Name] | undefined };

export interface ImageDependencies {
  readonly db: Db;
  readonly files: Files;
  readonly tasks: TaskQueue;
}

/** The picture of an uploaded file on disk, not yet recorded in the database. */
export interface NewPicture {
  readonly fileId: string;
  /** The uploaded file; null if the stored picture has all its pixels. */
  readonly sourceFileId: string | null;
  /** Pixels of the stored picture, and of the one in the file. */
  readonly width: number;
  readonly height: number;
  readonly sentWidth: number;
  readonly sentHeight: number;
  readonly position: FoundPosition | null;
  record(tx: Tx, accountId: number): Promise<void>;
  /** Removes the files, if nothing has recorded them. */
  discard(): Promise<void>;
}

/** Reads an uploaded file and writes its picture. @throws NamedError one of `LAYER_FILE_ERRORS` */
export async function writePicture(files: Files, upload: LayerUpload): Promise<NewPicture> {
  const { content, ...picture } = await readUploadedPicture(upload);
  const written = await files.write(content);
  let source: WrittenFile | null = null;
  try {
    const isReduced = picture.sentWidth > picture.width || picture.sentHeight > picture.height;
    if (isReduced) source = await files.write(await readFile(upload.picture.path));
  } catch (error) {
    await files.discard([written.fileId]);
    throw error;
  }
  // No owner: the picture stays when its uploader is deleted.
  const details = { userId: null, expiresAt: null } as const;
  return {
    ...picture,
    fileId: written.fileId,
    sourceFileId: source?.fileId ?? null,
    async record(tx, accountId) {
      const mediaType = 'image/webp';
      await files.record(tx, written, {
        ...details,
        accountId,
        kind: 'picture',
        mediaType,
        name: 'mapLayer',
      });
      if (source === null) return;
      const binary = 'application/octet-stream';
      await files.record(tx, source, {
        ...details,
        accountId,
        kind: 'source',
        mediaType: binary,
        name: 'layerSource',
      });
    },
    discard: () => files.discard([written.fileId, ...(source === null ? [] : [source.fileId])]),
  };
}

/** @throws NamedError the reason why these points cannot place the picture */
export function placeOrRefuse(
  points: ReferencePoints,
  options: Pick<ImageLayerForm, 'method' | 'mapScale'>,
): LayerPlacement {
  const placement = placeLayer(points, options);
  if (typeof placement === 'string') throw new NamedError(placement);
  return placement;
}

type PlacementFields = Pick<
  ImageFields,
  'layerPoints' | 'mapPoints' | 'method' | 'mapScale' | 'width' | 'height'
>;

/**
 * The placement of a new picture: by its points, otherwise by the position of its file.
 *
 * @throws NamedError `layer-points` if it has neither
 */
function placementOf(
  picture: NewPicture,
  form: Optional<Pick<ImageLayerForm, 'layerPoints' | 'mapPoints'>> &
    Pick<ImageLayerForm, 'method' | 'mapScale'>,
): PlacementFields {
  const { width, height, position } = picture;
  const { layerPoints, mapPoints, method, mapScale } = form;
  const size = { width, height, mapScale };
  if (layerPoints === undefined && position?.corners) {
    // Four exact pairs.
    const corners = [
      { x: 0, y: 0 },
      { x: width, y: 0 },
      { x: width, y: height },
      { x: 0, y: height },
    ];
    return { ...size, method: 'projective', layerPoints: corners, mapPoints: [...position.corners] };
  }
  if (layerPoints === undefined) throw new NamedError('layer-points');
  const toStored = ({ x, y }: PicturePoint) => ({
    x: (x * width) / picture.sentWidth,
    y: (y * height) / picture.sentHeight,
  });
  return { ...size, method, layerPoints: layerPoints.map(toStored), mapPoints: mapPoints ?? [] };
}

/** Who changes a layer. */
export interface ImageEditor {
  readonly accountId: number;
  readonly userId: number;
}

interface TileRequest extends ImageKey {
  readonly userId: number;
  readonly now: number;
}

/** The tile fields of a placement, before its tiles are cut. */
function tileFields(
  placement: Pick<LayerPlacement, 'cornersSuffice'>,
  sourceFileId: string | null,
): Pick<ImageFields, 'tileState' | 'tileFileId' | 'tileGcj02FileId'> {
  const tileState = sourceFileId === null && placement.cornersSuffice ? 'none' : 'waiting';
  return { tileState, tileFileId: null, tileGcj02FileId: null };
}

/** Adds the task that cuts the tiles of a layer, if it needs them. @throws NamedError `task-queue-full`, `task-limit` */
async function requestTiles(
  tx: Tx,
  tasks: TaskQueue,
  { accountId, kind, layerId, userId, now }: TileRequest,
  { tileState, layerName, version }: ImageFields,
): Promise<void> {
  if (tileState !== 'waiting') return;
  await tasks.requireQuota(tx, accountId, now);
  await tasks.add(tx, {
    accountId,
    userId,
    definition: cutLayerTilesTask,
    subject: { accountId, layerId, layerKind: kind, layerName, version },
    total: 1,
    now,
  });
}

export interface NewImage {
  readonly kind: ImageKey['kind'];
  readonly layerName: string;
  readonly opacity: number;
  readonly display: Display;
  /** Null: above all others. */
  readonly sort: number | null;
  readonly placement: Parameters<typeof placementOf>[1];
  readonly picture: NewPicture;
}

/**
 * Creates a layer, in the transaction of the caller.
 *
 * @throws NamedError `layer-limit`, and the reasons why its points cannot place it
 */
export async function createImage(
  tx: Tx,
  { tasks }: Pick<ImageDependencies, 'tasks'>,
  { accountId, userId, now }: ImageEditor & { readonly now: number },
  { kind, picture, placement: form, sort, ...rest }: NewImage,
): Promise<{ readonly layerId: number; readonly fields: ImageFields }> {
  const points = placementOf(picture, form);
  const placement = placeOrRefuse(points, points);
  const { fileId, sourceFileId } = picture;
  await picture.record(tx, accountId);
  const inserted = {
    ...rest,
    ...points,
    fileId,
    sourceFileId,
    ...tileFields(placement, sourceFileId),
    version: 1,
    sort,
  };
  const layerId = await insertImage(tx, { accountId, kind }, inserted);
  const fields = await lockImage(tx, { accountId, kind, layerId });
  await requestTiles(tx, tasks, { accountId, kind, layerId, userId, now }, fields);
  return { layerId, fields };
}

/** Changed fields of a layer; unset ones stay. */
export type ImageChanges = Optional<ImageLayerForm> & {
  readonly display?: Display | undefined;
  readonly picture?: NewPicture | null;
};

export interface EditedImage {
  readonly before: ImageFields;
  readonly after: ImageFields;
  /** Files whose rows were deleted: their content is removed after the commit. */
  readonly replacedFileIds: readonly string[];
}

/**
 * Changes a layer, in the transaction of the caller. Changes of its picture or placement discard its tiles.
 *
 * @throws NamedError `layer-unknown`, and the reasons why its points cannot place it
 */
export async function editImage(
  tx: Tx,
  { files, tasks }: Pick<ImageDependencies, 'files' | 'tasks'>,
  request: TileRequest,
  { picture: newPicture = null, ...changes }: ImageChanges,
): Promise<EditedImage> {
  const before = await lockImage(tx, request);
  const form = {
    method: changes.method ?? before.method,
    mapScale: changes.mapScale === undefined ? before.mapScale : changes.mapScale,
  };
  const points: PlacementFields =
    newPicture === null
      ? {
          ...form,
          layerPoints: changes.layerPoints ?? before.layerPoints,
          mapPoints: changes.mapPoints ?? before.mapPoints,
          width: before.width,
          height: before.height,
        }
      : placementOf(newPicture, {
          ...form,
          layerPoints: changes.layerPoints,
          mapPoints: changes.mapPoints ?? before.mapPoints,
        });
  const placement = placeOrRefuse(points, points);
  const isMoved = newPicture !== null || isDifferent(points, before);
  const sourceFileId = newPicture === null ? before.sourceFileId : newPicture.sourceFileId;
  const after: ImageFields = {
    ...before,
    ...points,
    layerName: changes.layerName ?? before.layerName,
    opacity: changes.opacity ?? before.opacity,
    sort: changes.sort ?? before.sort,
    display: changes.display ?? before.display,
    fileId: newPicture?.fileId ?? before.fileId,
    sourceFileId,
    ...(isMoved && { ...tileFields(placement, sourceFileId), version: before.version + 1 }),
  };
  await newPicture?.record(tx, request.accountId);
  await updateImage(tx, request, after);
  if (isMoved) await requestTiles(tx, tasks, request, after);
  const usedFileIds = new Set(filesOf(after));
  const replacedFileIds = filesOf(before).filter((fileId) => !usedFileIds.has(fileId));
  await files.remove(tx, replacedFileIds);
  return { before, after, replacedFileIds };
}

function isDifferent(points: PlacementFields, before: ImageFields): boolean {
  return (
    points.method !== before.method ||
    JSON.stringify([points.layerPoints, points.mapPoints]) !==
      JSON.stringify([before.layerPoints, before.mapPoints])
  );
}

/** Deletes a layer with its files, whose content is removed after the commit. */
export async function deleteImage(
  tx: Tx,
  { files }: Pick<ImageDependencies, 'files'>,
  key: ImageKey,
): Promise<{ readonly image: ImageFields; readonly fileIds: readonly string[] }> {
  const image = await lockImage(tx, key);
  const fileIds = filesOf(image);
  // The foreign key deletes the layer together with its picture.
  await files.remove(tx, fileIds);
  return { image, fileIds };
}
