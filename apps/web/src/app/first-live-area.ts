import { getFirstArea } from '../map/session/stored-camera.ts';

/** Name under which the camera of the live map is stored. */
const LIVE_CAMERA = 'live';

/** The area that the live map shows first in this window. */
export function getFirstLiveArea(): ReturnType<typeof getFirstArea> {
  return getFirstArea(LIVE_CAMERA, { width: innerWidth, height: innerHeight });
}
