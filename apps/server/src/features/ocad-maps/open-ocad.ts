import { type ErrorName, NamedError } from '@wakeline/contract/errors';
import { LIMITS } from '@wakeline/contract/limits';
import { drawOcad } from '@wakeline/formats/ocad/draw-ocad';
import type { Drawing } from '@wakeline/formats/ocad/drawing';
import { OcadError, type OcadErrorCode } from '@wakeline/formats/ocad/ocad-error';
import { type OcadPosition, ocadPosition, ocadScale } from '@wakeline/formats/ocad/ocad-position';
import { type OcadFile, readOcad } from '@wakeline/formats/ocad/read-ocad';

const ERROR_NAMES: Readonly<Record<OcadErrorCode, ErrorName>> = {
  type: 'ocad-type',
  old: 'ocad-old',
  version: 'ocad-version',
  malformed: 'ocad-malformed',
  objects: 'ocad-objects',
  vertices: 'ocad-objects',
  expands: 'ocad-expands',
  empty: 'ocad-empty',
};

export interface OpenedOcad {
  readonly file: OcadFile;
  readonly drawing: Drawing;
  readonly position: OcadPosition | null;
  readonly scale: number;
}

/** Reads and draws a file. For child processes. @throws NamedError one of the `ocad-…` errors */
export function openOcad(bytes: Uint8Array): OpenedOcad {
  try {
    const file = readOcad(bytes);
    if (file.colors.length > LIMITS.ocadColors) throw new OcadError('malformed');
    return { file, drawing: drawOcad(file), position: ocadPosition(file), scale: ocadScale(file) };
  } catch (error) {
    if (!(error instanceof OcadError)) throw error;
    throw new NamedError(ERROR_NAMES[error.code], error.version === null ? {} : { version: error.version });
  }
}
