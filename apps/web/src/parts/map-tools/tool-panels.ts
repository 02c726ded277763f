import type { IconMapPin } from '@tabler/icons-react';
import type { ComponentType } from 'react';
import { create } from 'zustand';
import type { Namespace } from '../../i18n/namespaces.ts';
import type { MapView } from '../../map/map-view.ts';

/** The specification's tool panels of the map, and the one of measuring. */
export const TOOL_PANELS = ['trace', 'line', 'fence', 'point', 'layer', 'measure'] as const;
export type ToolPanel = (typeof TOOL_PANELS)[number];

/**
 * Props of every panel. A panel that is hidden is unmounted: what it began on the map (drawing, measuring, a form, toasts) ends
 * with its effects.
 */
export interface ToolPanelProps {
  readonly view: MapView;
  readonly onClose: () => void;
}

/** A panel as the screen offers it; its code comes when it is first opened. */
export interface PanelEntry {
  readonly panel: ToolPanel;
  readonly Icon: typeof IconMapPin;
  /** Areas of texts that it uses beyond those of the map screen. */
  readonly namespaces: readonly Namespace[];
  readonly load: () => Promise<ComponentType<ToolPanelProps>>;
}

interface ToolPanelState {
  /** The one that is shown: there is never more than one. */
  readonly activePanel: ToolPanel | null;
  /** What it is opened for: a fence at a place, an object to be shown. Forgotten when it is closed. */
  readonly subject: ToolSubject | null;
  readonly show: (panel: ToolPanel | null, subject?: ToolSubject) => void;
}

export type ToolSubject =
  /** A new object at this place: the context menu of the map or of a device. */
  | { readonly kind: 'new'; readonly lng: number; readonly lat: number; readonly name: string }
  /** An object that is there, to be brought into view and opened. */
  | {
      readonly kind: 'object';
      readonly id: number /** Its form is opened as well. */;
      readonly edit?: boolean;
    };

export const useToolPanels = create<ToolPanelState>((set) => ({
  activePanel: null,
  subject: null,
  show: (activePanel, subject) =>
    set({ activePanel, subject: activePanel === null ? null : (subject ?? null) }),
}));
