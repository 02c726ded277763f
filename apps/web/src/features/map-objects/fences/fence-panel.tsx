import type { ToolPanelProps } from '../../../parts/map-tools/tool-panels.ts';
import { ObjectPanel } from '../object-panel.tsx';
import { FenceForm } from './fence-form.tsx';

export function FencePanel(props: ToolPanelProps) {
  return <ObjectPanel {...props} kind="fence" Form={FenceForm} />;
}
