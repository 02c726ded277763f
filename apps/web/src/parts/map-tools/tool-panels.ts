import type { IconMapPin } from '@tabler/icons-react';
import type { ComponentType } from 'react';
import { create } from 'zustand';
import type { Namespace } from '../../i18n/namespaces.ts';
import type { MapView } from '../../map/map-view.ts';

/** The specification's tool panels of the map, and that of measuring. */
export const TOOL_PANELS = ['trace', 'line', 'fence', 'point', 'layer', 'measure'] as const;
export type ToolPanel = (typeof TOOL_PANELS)[number];

/**
 * Props of every panel. A closed panel is unmounted; its effects clean up what it started on the map (drawing,
 * measuring, a form, messages).
 */
export interface ToolPanelProps {
  readonly view: MapView;
  readonly onClose: () => void;
}

/** A panel available on a screen; its code is loaded when it is first opened. */
export interface PanelEntry {
  readonly panel: ToolPanel;
  readonly Icon: typeof IconMapPin;
  /** Text namespaces that it needs beyond those of the map screen. */
  readonly namespaces: readonly Namespace[];
  readonly load: () => Promise<ComponentType<ToolPanelProps>>;
}

interface ToolPanelState {
  /** The active panel; at most one. */
  readonly activePanel: ToolPanel | null;
  /** What the panel is opened for: a new fence at a position, an object to display. Cleared when it closes. */
  readonly subject: ToolSubject | null;
  readonly show: (panel: ToolPanel | null, subject?: ToolSubject) => void;
}

export type ToolSubject =
  /** A new object at these coordinates, from the context menu of the map or of a device. */
  | { readonly kind: 'new'; readonly lng: number; readonly lat: number; readonly name: string }
  /** An existing object to be brought into view and opened. */
  | {
      readonly kind: 'object';
      readonly id: number;
      /** Opens its form as well. */
      readonly edit?: boolean;
    };

export const useToolPanels = create<ToolPanelState>((set) => ({
  activePanel: null,
  subject: null,
  show: (activePanel, subject) =>
    set({ activePanel, subject: activePanel === null ? null : (subject ?? null) }),
}));
