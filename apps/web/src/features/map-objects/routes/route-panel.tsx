import type { ToolPanelProps } from '../../../parts/map-tools/tool-panels.ts';
import { ObjectPanel } from '../object-panel.tsx';
import { RouteForm } from './route-form.tsx';

export function RoutePanel(props: ToolPanelProps) {
  return <ObjectPanel {...props} kind="route" Form={RouteForm} />;
}
