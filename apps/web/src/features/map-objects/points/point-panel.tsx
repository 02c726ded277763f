import type { ToolPanelProps } from '../../../parts/map-tools/tool-panels.ts';
import { ObjectPanel } from '../object-panel.tsx';
import { PointForm } from './point-form.tsx';

export function PointPanel(props: ToolPanelProps) {
  return <ObjectPanel {...props} kind="labelPoint" Form={PointForm} />;
}
