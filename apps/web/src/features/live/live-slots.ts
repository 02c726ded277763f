import type { ComponentType } from 'react';
import type { MapView } from '../../map/map-view.ts';
import type { GroupSubject, TrackerSubject } from '../../parts/devices/subjects.ts';
import type { PanelEntry } from '../../parts/map-tools/tool-panels.ts';

/** What the live map shows of other features: `app` fills it. */
export interface LiveSlots {
  /** The panels behind the buttons of the tool bar, from the top. */
  readonly panels: readonly PanelEntry[];
  /** Fences, routes and labelled points on the map; `device` is the one whose card is open. */
  readonly MapObjects: ComponentType<{ readonly view: MapView; readonly device: number | null }>;
  /** Registers a device or changes it; closed while `subject` is null. */
  readonly TrackerForm: ComponentType<{
    readonly subject: TrackerSubject | null;
    readonly onClose: () => void;
    readonly onSaved: (trackerId: number) => void;
  }>;
  /** Adds a group or renames it; closed while `subject` is null. */
  readonly GroupDialog: ComponentType<{
    readonly subject: GroupSubject | null;
    readonly onClose: () => void;
  }>;
}
