import type { ComponentType } from 'react';
import type { MapView } from '../../map/map-view.ts';
import type { GroupSubject, TrackerSubject } from '../../parts/devices/subjects.ts';
import type { PanelEntry } from '../../parts/map-tools/tool-panels.ts';

/** Components of other features on the live map, provided by `app`. */
export interface LiveSlots {
  /** The panels of the tool bar, in order. */
  readonly panels: readonly PanelEntry[];
  /** Fences, routes and labelled points on the map; `device` is the one whose card is open. */
  readonly MapObjects: ComponentType<{ readonly view: MapView; readonly device: number | null }>;
  /** Registers or edits a device; closed while `subject` is null. */
  readonly TrackerForm: ComponentType<{
    readonly subject: TrackerSubject | null;
    readonly onClose: () => void;
    readonly onSaved: (trackerId: number) => void;
  }>;
  /** Adds or renames a group; closed while `subject` is null. */
  readonly GroupDialog: ComponentType<{
    readonly subject: GroupSubject | null;
    readonly onClose: () => void;
  }>;
}
