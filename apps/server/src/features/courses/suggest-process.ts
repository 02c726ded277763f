import type { SystemList } from '@wakeline/contract/layer-files';
import type { GridCoordinates } from '@wakeline/formats/coordinate-systems/projection';
import {
  type GeographicBounds,
  suggestCoordinateSystems,
} from '@wakeline/formats/coordinate-systems/suggest-systems';
import { serveProcess } from '../../child-processes/process-program.ts';

/** Request for the systems of which a point may be. All systems take a second, so they are computed in a child process. */
export interface SuggestRequest {
  readonly point: GridCoordinates;
  /** Where the event may be. */
  readonly areas: readonly GeographicBounds[];
}

serveProcess<SuggestRequest, SystemList>(function* ({ point, areas }) {
  yield suggestCoordinateSystems(point, areas).map(({ code, name, area }) => ({ code, name, area }));
});
