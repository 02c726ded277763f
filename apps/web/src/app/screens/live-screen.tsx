import { LiveMapPage } from '../../features/live/live-map-page.tsx';
import { MapObjects } from '../../features/map-objects/map-objects.tsx';
import { GroupDialog } from '../../features/trackers/group-dialog.tsx';
import { TrackerForm } from '../../features/trackers/tracker-form.tsx';
import { LIVE_PANELS } from './live-panels.ts';

/** The live map with the components of other features. */
export function LiveScreen() {
  return (
    <LiveMapPage
      panels={LIVE_PANELS}
      MapObjects={MapObjects}
      TrackerForm={TrackerForm}
      GroupDialog={GroupDialog}
    />
  );
}
