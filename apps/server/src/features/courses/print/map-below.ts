import type { PrintPage } from '@wakeline/domain/courses/print-pages';
import type { Position } from '@wakeline/domain/fences/fence-shape';
import type { PlanePoint } from '@wakeline/domain/layers/affine';
import type { EventMapFile } from '../event-map.ts';
import type { PrintArea } from './draw-course-map.ts';

/** A map on which a course is printed. Its paper axes are those of the print. */
export interface MapBelow {
  /** From WGS-84 to millimetres on the print. */
  readonly toPaper: (position: Position) => PlanePoint;
  /** Draws the part on a page. The caller has clipped the area, and restores the state afterwards. */
  readonly draw: (doc: PDFKit.PDFDocument, page: PrintPage, area: PrintArea) => Promise<void>;
}

export interface MapBelowOptions {
  /** Denominator. */
  readonly printScale: number;
  /** Where a picture on a curved surface is true to scale. */
  readonly center: Position;
}

/** @throws NamedError the reason why the file cannot be drawn */
export async function openMapBelow(file: EventMapFile, options: MapBelowOptions): Promise<MapBelow> {
  // Prints without a map start without the readers of OCAD files and pictures.
  if (file.kind === 'ocad') return (await import('./ocad-below.ts')).openOcadBelow(file, options);
  return await (await import('./picture-below.ts')).openPictureBelow(file, options);
}
