import type { Db } from '../db/database.ts';
import type { VideoDependencies } from '../features/video/video.handlers.ts';
import { testFiles } from './files.ts';

/** Video of a server that receives none. */
export function noVideo(db: Db): VideoDependencies {
  const none = { service: null, config: null, publicHost: null };
  return { db, files: testFiles(db), prefix: '/service', ...none };
}
