import { NamedError } from '@wakeline/contract/errors';
import { LIMITS } from '@wakeline/contract/limits';
import { useState } from 'react';
import { useClient } from '../../service/client.ts';
import type { DraftPicture, SelectedFiles } from './layer-draft.ts';

/** Extensions of layer files for the file dialog; the server checks the content. */
const PICTURE_EXTENSIONS = ['.png', '.jpg', '.jpeg', '.gif', '.tif', '.tiff', '.pdf', '.kmz'];
/** World files and KML. */
const POSITION_FILE = /\.(jgw|jpgw|jpegw|pgw|pngw|gfw|gifw|tfw|tifw|wld|kml)$/i;
export const POSITION_ACCEPT = '.jgw,.jpgw,.pgw,.pngw,.gfw,.gifw,.tfw,.tifw,.wld,.kml';
export const LAYER_ACCEPT = `${PICTURE_EXTENSIONS.join(',')},${POSITION_ACCEPT}`;

/** What a user has selected in the file dialog. */
interface Selection {
  readonly picture: File | null;
  readonly positionFile: File | null;
}

function selectionOf(files: readonly File[]): Selection {
  const isPosition = ({ name }: File) => POSITION_FILE.test(name);
  return {
    picture: files.find((file) => !isPosition(file)) ?? null,
    positionFile: files.find(isPosition) ?? null,
  };
}

interface FileReadingOptions {
  /** The files of the draft; null: none. */
  readonly current: SelectedFiles | null;
  readonly onRead: (picture: DraftPicture) => void;
  readonly onFailure: (error: unknown) => void;
}

/** Sends selected files to the server, which reads their picture and position. */
export function useFileReading({ current, onRead, onFailure }: FileReadingOptions) {
  const client = useClient();
  const [reading, setReading] = useState(false);

  async function read(selected: SelectedFiles): Promise<void> {
    const { file, positionFile, selectedSystem } = selected;
    setReading(true);
    try {
      if (file.size > LIMITS.layerBytes) throw new NamedError('layer-too-large');
      const { pictureUrl, width, height, position, coordinateSystem, needsCoordinateSystem } =
        await client.call('readLayerFile', {
          picture: file,
          ...(positionFile !== null && { positionFile: positionFile.text }),
          ...(selectedSystem !== null && { coordinateSystem: selectedSystem }),
        });
      const url = new URL(pictureUrl, location.href).href;
      const upload = { ...selected, position, coordinateSystem, needsCoordinateSystem };
      onRead({ url, width, height, upload });
    } catch (error) {
      onFailure(error);
    } finally {
      setReading(false);
    }
  }

  async function select(files: readonly File[]): Promise<void> {
    const { picture, positionFile } = selectionOf(files);
    const file = picture ?? current?.file ?? null;
    if (file === null) {
      onFailure(new NamedError('layer-picture-needed'));
      return;
    }
    if (positionFile !== null && positionFile.size > LIMITS.positionFileCharacters) {
      onFailure(new NamedError('layer-world-file'));
      return;
    }
    // The position of another picture does not apply.
    const previous = picture === null ? current : null;
    const text = await positionFile?.text();
    await read({
      file,
      positionFile:
        positionFile === null || text === undefined
          ? (previous?.positionFile ?? null)
          : { name: positionFile.name, text },
      selectedSystem: previous?.selectedSystem ?? null,
    });
  }

  return {
    reading,
    select: (files: readonly File[]) => void select(files),
    selectSystem(code: number): void {
      if (current !== null) void read({ ...current, selectedSystem: code });
    },
  };
}
