import { serveProcess } from '../../child-processes/process-program.ts';
import { drawReport } from './draw-report.ts';
import type { PdfContent } from './pdf-content.ts';

// The child process that writes the PDF file of a report.
serveProcess<PdfContent, Uint8Array>(drawReport);
