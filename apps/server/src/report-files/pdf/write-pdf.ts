import { runInProcess } from '../../child-processes/run-in-process.ts';
import type { PdfContent } from './pdf-content.ts';

export const PDF_MEDIA_TYPE = 'application/pdf';

/** 5,000 rows take some seconds on an idle machine. */
const BUDGET = { milliseconds: 180_000, megabytes: 768 };

/** Writes a PDF file in a child process: layout and fonts take seconds, which devices must not wait. */
export function writePdf(content: PdfContent, signal: AbortSignal): AsyncGenerator<Uint8Array, void> {
  return runInProcess<PdfContent, Uint8Array>({
    program: new URL('./pdf-program.ts', import.meta.url),
    request: content,
    budget: BUDGET,
    budgetError: 'export-too-large',
    signal,
  });
}
