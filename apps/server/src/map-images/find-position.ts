import { NamedError } from '@wakeline/contract/errors';
import type { POSITION_SOURCES } from '@wakeline/contract/layer-files';
import { projectionOf } from '@wakeline/formats/coordinate-systems/projection';
import {
  gridCorners,
  type LngLat,
  type PictureCorners,
  type PixelGrid,
} from '@wakeline/formats/georeferenced/georeference';
import { readGroundOverlay } from '@wakeline/formats/georeferenced/ground-overlay';
import { readWorldFile } from '@wakeline/formats/georeferenced/world-file';
import { type OpenedPicture, toNamedError } from './open-picture.ts';

/** What the user sent besides the file. */
export interface PositionInput {
  /** Content of a world file or a KML file; null: none. */
  readonly positionFile: string | null;
  /** EPSG code; null: not selected. */
  readonly coordinateSystem: number | null;
}

/** The position that a file has. */
export interface FoundPosition {
  readonly source: (typeof POSITION_SOURCES)[number];
  /** Null: the coordinate system is not known. */
  readonly corners: PictureCorners | null;
  /** EPSG code; null for files in WGS-84, and if it is not known. */
  readonly coordinateSystem: number | null;
}

/**
 * The position of a picture by the file beside it, otherwise by its own. Null: none.
 *
 * @throws NamedError
 */
export function findPosition(picture: OpenedPicture, input: PositionInput): FoundPosition | null {
  try {
    const { positionFile, coordinateSystem } = input;
    if (positionFile !== null) {
      if (
        positionFile
          .trimStart()
          .replace(/^\uFEFF/, '')
          .startsWith('<')
      )
        return { source: 'kml', corners: readGroundOverlay(positionFile).corners, coordinateSystem: null };
      return inSystem('worldFile', { grid: readWorldFile(positionFile), picture }, coordinateSystem);
    }
    const { position } = picture;
    if (position === null) return null;
    if (position.source === 'kmz')
      return { source: 'kmz', corners: position.corners, coordinateSystem: null };
    const { grid, system } = position.tiff;
    const isKnown = system !== null && projectionOf(system) !== null;
    return inSystem('geotiff', { grid, picture }, isKnown ? system : coordinateSystem);
  } catch (error) {
    throw toNamedError(error);
  }
}

/** @throws NamedError `coordinate-system-unknown`, `coordinate-system-area` */
function inSystem(
  source: FoundPosition['source'],
  { grid, picture }: { readonly grid: PixelGrid; readonly picture: OpenedPicture },
  code: number | null,
): FoundPosition {
  if (code === null) return { source, corners: null, coordinateSystem: null };
  const projection = projectionOf(code);
  if (projection === null) throw new NamedError('coordinate-system-unknown');
  const [northwest, northeast, southeast, southwest] = gridCorners(grid, picture);
  const toWgs84 = (corner: LngLat): LngLat => {
    const position = projection.inverse(corner);
    if (position === null || Math.abs(position[0]) > 180 || Math.abs(position[1]) > 90)
      throw new NamedError('coordinate-system-area');
    return [position[0], position[1]];
  };
  const corners: PictureCorners = [
    toWgs84(northwest),
    toWgs84(northeast),
    toWgs84(southeast),
    toWgs84(southwest),
  ];
  return { source, corners, coordinateSystem: code };
}
