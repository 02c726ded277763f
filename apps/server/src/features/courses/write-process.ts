import type { CourseFileFormat, PaperPlacement } from '@wakeline/contract/courses/files';
import type { Language } from '@wakeline/contract/entities/user-config';
import { NamedError } from '@wakeline/contract/errors';
import { type CourseEvent, mapPositions } from '@wakeline/domain/courses/event';
import { centerOf, paperPlane } from '@wakeline/domain/courses/paper-plane';
import type { Position } from '@wakeline/domain/fences/fence-shape';
import { CourseFileError } from '@wakeline/formats/courses/course-file';
import { eventFeatures } from '@wakeline/formats/courses/event-features';
import { writeIofXml } from '@wakeline/formats/iof-xml/write-iof-xml';
import { writePurplePen } from '@wakeline/formats/purple-pen/write-purple-pen';
import { FEATURE_WRITERS } from '@wakeline/formats/write-map-file';
import { serveProcess } from '../../child-processes/process-program.ts';
import type { EventMapFile } from './event-map.ts';
import { paperOf } from './place-event.ts';

export interface WriteRequest {
  readonly event: CourseEvent;
  readonly document: string | null;
  readonly format: CourseFileFormat;
  readonly placement: PaperPlacement | undefined;
  /** The map of the event, for files in millimetres without `placement`; null: it has none. */
  readonly map: EventMapFile | null;
  readonly language: Language;
  /** Epoch milliseconds. */
  readonly now: number;
}

/** Characters per result. */
const CHUNK_LENGTH = 262_144;

/** Yields the text of the file in chunks. */
serveProcess<WriteRequest, string>(async function* (request) {
  const text = await writeFile(request);
  for (let from = 0; from < text.length; from += CHUNK_LENGTH) yield text.slice(from, from + CHUNK_LENGTH);
});

async function writeFile(request: WriteRequest): Promise<string> {
  const { event, document, format, language, now } = request;
  switch (format) {
    case 'event':
      return `${JSON.stringify({ format: 'wakeline-course-event', version: 1, event, document }, null, 1)}\n`;
    case 'iof-xml':
      return finish(writeIofXml(event, { createdAt: now, creator: 'Wakeline' })).text;
    case 'purple-pen':
      return writePaper(event, document, await paperFor(request));
    default: {
      const { head, feature, tail } = FEATURE_WRITERS[format];
      const features = finish(eventFeatures(event, language === 'zh_CN' ? 'zh' : 'en'));
      return head(event.name) + features.map((each, at) => feature(each, at === 0)).join('') + tail;
    }
  }
}

/**
 * Without a placement and a map on which all controls have a position, north is at the top of the paper and its origin in the
 * middle of the controls.
 */
async function paperFor({ event, placement, map }: WriteRequest): Promise<(position: Position) => Position> {
  if (placement === undefined && map !== null) {
    // Other formats start without the reader of OCAD files.
    const { mapPaper } = await import('./map-paper.ts');
    const { toPaper } = mapPaper(map, event.mapScale);
    const isOnPaper = event.controls.every(({ coordinates }) => toPaper(coordinates).every(Number.isFinite));
    if (isOnPaper) return toPaper;
  }
  const { toPaper } =
    placement === undefined
      ? paperPlane(centerOf(event.controls.map(({ coordinates }) => coordinates)), event.mapScale)
      : paperOf(placement);
  return (position) => {
    const { x, y } = toPaper(position);
    return [x, y];
  };
}

function writePaper(
  event: CourseEvent,
  document: string | null,
  toPaper: (position: Position) => Position,
): string {
  const onPaper = mapPositions(event, toPaper);
  try {
    return finish(writePurplePen(onPaper, document));
  } catch (error) {
    if (error instanceof CourseFileError && error.code === 'join') throw new NamedError('course-export-fork');
    throw error;
  }
}

function finish<Result>(steps: Generator<void, Result>): Result {
  for (let step = steps.next(); ; step = steps.next()) if (step.done === true) return step.value;
}
