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

/** A file with where its parameters say that it lies. */
export interface ReadOcad {
  readonly file: OcadFile;
  /** Null: without a coordinate system that is known. */
  readonly position: OcadPosition | null;
  /** Denominator. */
  readonly scale: number;
}

export interface OpenedOcad extends ReadOcad {
  readonly drawing: Drawing;
}

/** Reads a file without drawing it. For child processes. @throws NamedError one of the `ocad-…` errors */
export function readOcadFile(bytes: Uint8Array): ReadOcad {
  return withNamedErrors(() => {
    const file = readOcad(bytes);
    if (file.colors.length > LIMITS.ocadColors) throw new OcadError('malformed');
    return { file, position: ocadPosition(file), scale: ocadScale(file) };
  });
}

/** Reads and draws a file. For child processes. @throws NamedError one of the `ocad-…` errors */
export function openOcad(bytes: Uint8Array): OpenedOcad {
  const read = readOcadFile(bytes);
  return { ...read, drawing: withNamedErrors(() => drawOcad(read.file)) };
}

function withNamedErrors<Result>(work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof OcadError)) throw error;
    throw new NamedError(ERROR_NAMES[error.code], error.version === null ? {} : { version: error.version });
  }
}
