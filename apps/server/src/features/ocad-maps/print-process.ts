import { readFileSync } from 'node:fs';
import { serveProcess } from '../../child-processes/process-program.ts';
import { openOcad } from '../../ocad/open-ocad.ts';
import { type PrintedPage, printPage } from './print-page.ts';

/** Request to print a map. */
export interface PrintRequest extends Omit<PrintedPage, 'mapScale'> {
  /** Path of the OCAD file. */
  readonly path: string;
}

serveProcess<PrintRequest, Uint8Array>(async function* ({ path, ...page }) {
  const { drawing, scale } = openOcad(readFileSync(path));
  yield* printPage(drawing, { ...page, mapScale: scale });
});
