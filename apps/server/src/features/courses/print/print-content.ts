import type { Course, CourseEvent } from '@wakeline/domain/courses/event';
import type { PaperOrientation, PaperSize } from '@wakeline/domain/courses/print-pages';
import type { EventMapFile } from '../event-map.ts';

/** What is printed. It is copied to the process that writes the file. */
export interface PrintContent {
  readonly event: CourseEvent;
  /** Null: all controls. */
  readonly course: Course | null;
  /** Letters of a variation; null: the first one. */
  readonly variation: string | null;
  /** Map of a course with map exchanges, from 1; null: all of them. */
  readonly part: number | null;
  readonly paper: PaperSize;
  readonly orientation: PaperOrientation;
  readonly descriptions: boolean;
  /** The map below the course; null: only the overprint. */
  readonly map: EventMapFile | null;
  /** Epoch milliseconds. */
  readonly now: number;
}
