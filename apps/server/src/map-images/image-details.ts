import type { ImageLayerForm, imageLayerDetails } from '@wakeline/contract/entities/map-layer';
import type { z } from 'zod';
import type { Files } from '../files/files.ts';
import type { StoredImage } from './map-images.queries.ts';
import { placeOrRefuse } from './save-image.ts';

/** Fields of a layer in responses that do not depend on its kind. */
export type ImageDetails = Omit<z.output<typeof imageLayerDetails>, 'abilities'> &
  ImageLayerForm & { readonly layerId: number; readonly pictureUrl: string };

export function imageDetails(files: Pick<Files, 'addressOf'>, image: StoredImage): ImageDetails {
  const { layerId, layerName, layerPoints, mapPoints, method, mapScale, opacity, sort, width, height } =
    image;
  const addressOf = (fileId: string | null) => (fileId === null ? null : files.addressOf(fileId));
  return {
    ...{ layerId, layerName, layerPoints, mapPoints, method, mapScale, opacity, sort, width, height },
    ...placeOrRefuse(image, image).corners,
    pictureUrl: files.addressOf(image.fileId),
    tileState: image.tileState,
    tileUrl: addressOf(image.tileFileId),
    tileUrlGcj02: addressOf(image.tileGcj02FileId),
  };
}

/** Details of a layer in the audit log: its form and its picture. */
export function auditDetailsOf(image: Omit<StoredImage, 'layerId'>) {
  const { layerName, layerPoints, mapPoints, method, mapScale, opacity, sort, display, fileId } = image;
  return { layerName, layerPoints, mapPoints, method, mapScale, opacity, sort, display, picture: fileId };
}
